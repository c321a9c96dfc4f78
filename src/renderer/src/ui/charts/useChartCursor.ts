import type { Plugin } from 'chart.js'
import { nextTick, watch, type Ref } from 'vue'

/**
 * A vertical line over the lines of a chart, redrawn as it moves.
 * @param chart the chart component that the plugin is given to
 * @param at position on the x axis; `undefined` or outside its range: none
 */
export function useChartCursor(
  chart: Readonly<Ref<{ readonly chart?: { draw(): void } | null } | null>>,
  at: () => number | undefined,
  colour: () => string,
): Plugin<'line'> {
  // The chart does not know what a plugin depends on. New data have priority: the chart applies them in the next tick, and cannot
  // be drawn before that.
  watch(at, () => void nextTick(() => chart.value?.chart?.draw()), { flush: 'post' })

  return {
    id: 'cursor',
    afterDatasetsDraw({ ctx, chartArea: { top, bottom }, scales }) {
      const axis = scales['x']!
      const place = at()
      if (place === undefined || place < axis.min || place > axis.max) return
      const x = axis.getPixelForValue(place)
      ctx.save()
      ctx.strokeStyle = colour()
      ctx.lineWidth = 1
      ctx.beginPath()
      ctx.moveTo(x, top)
      ctx.lineTo(x, bottom)
      ctx.stroke()
      ctx.restore()
    },
  }
}
