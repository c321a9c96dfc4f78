import type { Chart } from 'chart.js'
import { defineComponent, h, nextTick, ref, shallowRef } from 'vue'
import { mount } from '@vue/test-utils'
import { describe, expect, test } from 'vitest'
import { useChartCursor } from '../../../../src/renderer/src/ui/charts/chartTheme'

/** An axis from 0 to 100 over 500 px, in an area from 10 to 210 px. */
function cursorAt(place: number | undefined) {
  const at = ref(place)
  const drawn: string[] = []
  const chart = shallowRef({ chart: { draw: () => void drawn.push('chart') } })
  const lines: (readonly [from: number[], to: number[], colour: string])[] = []
  let from: number[] = []
  const context = {
    strokeStyle: '',
    save() {},
    restore() {},
    beginPath() {},
    stroke() {},
    moveTo: (...point: number[]) => (from = point),
    lineTo: (...point: number[]) => lines.push([from, point, context.strokeStyle]),
  }
  let plugin: ReturnType<typeof useChartCursor> | undefined
  const Host = defineComponent(() => {
    plugin = useChartCursor(
      chart,
      () => at.value,
      () => 'red',
    )
    return () => h('p', at.value)
  })
  const wrapper = mount(Host)
  const x = { min: 0, max: 100, getPixelForValue: (value: number) => 5 * value }
  const draw = () => {
    const stub = { ctx: context, chartArea: { top: 10, bottom: 210 }, scales: { x } } as unknown as Chart<'line'>
    plugin!.afterDatasetsDraw!(stub, {}, {}, false)
    return lines.splice(0)
  }
  return { at, drawn, draw, unmount: () => wrapper.unmount() }
}

describe('the cursor of a chart', () => {
  test('stands upright at its place, from end to end of the axis', () => {
    for (const place of [0, 42, 100]) {
      const { draw, unmount } = cursorAt(place)
      expect(draw()).toEqual([[[5 * place, 10], [5 * place, 210], 'red']])
      unmount()
    }
  })

  test('is not drawn where there is none, or beyond the axis', () => {
    for (const place of [undefined, -1, 100.5]) {
      const { draw, unmount } = cursorAt(place)
      expect(draw()).toEqual([])
      unmount()
    }
  })

  test('has its chart drawn anew when it moves, after the chart took up what changed with it', async () => {
    const { at, drawn, unmount } = cursorAt(1)
    await nextTick()
    expect(drawn).toEqual([])
    at.value = 2
    await nextTick() // in which the chart component learns of it
    expect(drawn).toEqual([])
    await nextTick()
    expect(drawn).toEqual(['chart'])
    unmount()
  })
})
