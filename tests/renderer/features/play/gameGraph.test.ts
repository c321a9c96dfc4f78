import { TooltipProvider } from 'reka-ui'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineComponent, h, type Component } from 'vue'
import type { ChartData, ChartOptions, Point } from 'chart.js'
import { Line } from 'vue-chartjs'
import type { CallName, GameGraph, GameView } from '../../../../src/core/contract/calls'
import { DEFAULT_PREFERENCES } from '../../../../src/core/contract/preferences'
import { usePreferences } from '../../../../src/renderer/src/bridge/preferences'
import GameGraphPanel from '../../../../src/renderer/src/features/play/graph/GameGraph.vue'
import { csvOf } from '../../../../src/core/csv'
import { gameTable } from '../../../../src/renderer/src/ui/game/gameWords'
import { useGameStore } from '../../../../src/renderer/src/features/play/gameStore'
import { providePlay } from '../../../../src/renderer/src/features/play/usePlay'
import type { MenuItem } from '../../../../src/renderer/src/commands/registry'
import MoreMenu from '../../../../src/renderer/src/ui/controls/MoreMenu.vue'
import { BOARD, fakeLab, flushPromises, gameView, hello, mountWith, report, valueLine, unmountAll } from '../../helpers'

let seen: (isIntersecting: boolean) => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        seen = isIntersecting => tell([{ isIntersecting }])
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function rows(change: Partial<GameGraph> = {}): GameGraph {
  return {
    slides: [0, 1, 20],
    score: [0, 4, 100],
    empties: [14, 13, 5],
    largest: [1, 2, 5],
    sum: [4, 8, 60],
    lines: [valueLine([null, 2.5, 30])],
    ms: [null, null, null],
    at: 20,
    total: 20,
    ...change,
  }
}

/** A lab with one game that is undone and redone; `moved` slides were made before each answer without the page's knowing. */
function labWithGame(graph: GameGraph | (() => GameGraph) = rows()) {
  let { undo, redo } = { undo: 20, redo: 30 }
  const state = { playedMeanwhile: 0 }
  const fake = fakeLab((name, arg) => {
    if (name === 'gameGraph') return typeof graph === 'function' ? graph() : graph
    if (name !== 'undo' && name !== 'redo') return undefined
    const { slides } = arg as { slides: number }
    const by = state.playedMeanwhile + (name === 'undo' ? -slides : slides)
    state.playedMeanwhile = 0
    ;[undo, redo] = [undo + by, redo - by]
    return gameView({ undo, redo, slides: undo })
  })
  return { ...fake, state }
}

async function open(fake: ReturnType<typeof fakeLab>, component: Component = GameGraphPanel) {
  const Screen = defineComponent(() => {
    const store = useGameStore()
    usePreferences().greet(hello({ preferences: DEFAULT_PREFERENCES }))
    store.greet(hello({ game: gameView({ undo: 20, redo: 30 }) }))
    providePlay()
    return () => h(TooltipProvider, () => h(component, { board: BOARD }))
  })
  const wrapper = mountWith(Screen, fake.lab)
  await flushPromises()
  const asked = () => fake.calls.filter(({ name }) => name === 'gameGraph').length
  const change = async (view: Partial<GameView> = {}) => {
    fake.emit('game', gameView({ undo: 20, redo: 30, ...view }))
    await flushPromises()
  }
  return { wrapper, asked, change, steps: () => fake.calls.filter(({ name }) => name === 'undo' || name === 'redo') }
}

describe('the graph asks', () => {
  test('only while it is on the screen', async () => {
    const { asked, change } = await open(labWithGame())
    await change()
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked()).toBe(0)
    seen(true)
    await flushPromises()
    expect(asked()).toBe(1)
    seen(false)
    await change()
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked()).toBe(1)
    seen(true)
    await flushPromises()
    expect(asked()).toBe(2)
  })

  test('twice a second at most, of a game that changes thirty times, and about the last change', async () => {
    const { asked, change } = await open(labWithGame())
    seen(true)
    for (let i = 0; i < 150; i++) {
      await change()
      await vi.advanceTimersByTimeAsync(1000 / 30)
    }
    expect(asked()).toBeGreaterThanOrEqual(9)
    expect(asked()).toBeLessThanOrEqual(11)
    await vi.advanceTimersByTimeAsync(1000)
    const last = asked()
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked()).toBe(last) // nothing changed
    await change()
    expect(asked()).toBe(last + 1)
  })

  test('again when a search reports the value of the board', async () => {
    const fake = labWithGame()
    const { asked } = await open(fake)
    seen(true)
    await vi.advanceTimersByTimeAsync(1000)
    fake.emit('analysis', { on: true, running: true, report: report() })
    await flushPromises()
    expect(asked()).toBe(2)
  })
})

describe('the chart', () => {
  let shown: () => { data: ChartData<'line', Point[]>; options: ChartOptions<'line'> }
  const show = async (graph: GameGraph) => {
    const fake = labWithGame(graph)
    const opened = await open(fake)
    seen(true)
    await flushPromises()
    shown = () => opened.wrapper.getComponent(Line).props() as unknown as ReturnType<typeof shown>
    return { ...opened, fake }
  }
  /** A click at a pixel of a chart that is 10 pixels a slide wide. */
  async function click(x: number) {
    const scales = { x: { getValueForPixel: (pixel: number) => pixel / 10 } }
    shown().options.onClick!.call({} as never, { x } as never, [], { scales } as never)
    await flushPromises()
  }

  test('holds the rows, each column on its axis; what is not known is no number', async () => {
    await show(rows())
    const { data, options } = shown()
    expect(data.datasets.map(({ yAxisID, data }) => [yAxisID, data.map(({ x, y }) => [x, y])])).toEqual([
      ['unit of thesis', [[0, NaN], [1, 2.5], [20, 30]]],
      ['score', [[0, 0], [1, 4], [20, 100]]],
      ['empties', [[0, 14], [1, 13], [20, 5]]],
    ]) // oxfmt-ignore
    expect(options.scales!['x']).toMatchObject({ min: 0, max: 20 })
    expect(options.animation).toBe(false)
  })

  describe('of two players', () => {
    const two = () => rows({ lines: [valueLine([null, 2.5, 30]), valueLine([1e6, null, 2e6], 'power')] })

    test('has a line for each, on a scale of its own, and names them in the legend, the table and the tooltip', async () => {
      const { wrapper } = await show(two())
      const { data, options } = shown()
      expect(data.datasets.slice(0, 2).map(({ label, yAxisID }) => [label, yAxisID])).toEqual([
        ['thesis', 'unit of thesis'],
        ['power', 'unit of power'],
      ])
      expect(data.datasets[1]!.data.map(({ y }) => y)).toEqual([1e6, NaN, 2e6])
      const displayed = () =>
        ['thesis', 'power'].map(name => (shown().options.scales![`unit of ${name}`] as { display: boolean }).display)
      expect(displayed()).toEqual([false, true])
      const label = options.plugins!.tooltip!.callbacks!.label!
      const tip = (datasetIndex: number, dataIndex: number) =>
        label.call(
          {} as never,
          {
            dataset: data.datasets[datasetIndex]!,
            datasetIndex,
            dataIndex,
            parsed: data.datasets[datasetIndex]!.data[dataIndex]!,
          } as never,
        )
      expect([tip(0, 1), tip(1, 2), tip(2, 2)]).toEqual(['thesis: 2.5, depth 2', 'power: 2,000,000, depth 2', 'Score: 100'])
      expect(wrapper.get('.legend').text()).toMatch(/thesis.*power/)
      expect(wrapper.findAll('thead th').map(cell => cell.text())).toEqual([
        ...['Moves', 'Score', 'Empty cells', 'Value, thesis', 'Depth, thesis', 'Value, power', 'Depth, power'],
      ])
      expect(wrapper.text()).toContain('Each evaluator has its own scale')
      await wrapper.get('select').setValue('unit of thesis')
      expect(displayed()).toEqual([true, false])
    })

    test('distinguishes players of one name, and marks unknown ones', async () => {
      const nobody = { profile: null, family: null }
      const lines = [
        { ...valueLine([1, 2, 3]), hash: 'aaaa1' },
        { ...valueLine([1, 2, 3]), hash: 'bbbb1' },
        { ...valueLine([1, 2, 3]), hash: 'c', profile: null },
        { ...valueLine([1, 2, 3]), hash: 'unknown', ...nobody },
      ]
      await show(rows({ lines }))
      expect(
        shown()
          .data.datasets.slice(0, 4)
          .map(({ label }) => label),
      ).toEqual([...['thesis · aaaa', 'thesis · bbbb', 'thesis, weights or settings of no profile', 'unknown player']])
    })
  })

  test('a click is one step to its place', async () => {
    const { steps } = await show(rows({ total: 50 }))
    await click(200) // the move of the board
    expect(steps()).toEqual([])
    for (const [x, step, at] of [
      [120, { name: 'undo', arg: { slides: 8 } }, 12],
      [347, { name: 'redo', arg: { slides: 23 } }, 35],
      [-9, { name: 'undo', arg: { slides: 35 } }, 0],
      [990, { name: 'redo', arg: { slides: 50 } }, 50],
      [123, { name: 'undo', arg: { slides: 38 } }, 12],
    ] as const) {
      await click(x)
      expect(steps().at(-1)).toEqual(step)
      expect(useGameStore().game!.undo).toBe(at)
    }
    expect(steps()).toHaveLength(5)
  })

  test('a click while the engine plays on arrives where it was aimed', async () => {
    const { steps, fake } = await show(rows({ total: 50 }))
    fake.state.playedMeanwhile = 7
    await click(120)
    expect(steps()).toEqual([
      { name: 'undo', arg: { slides: 8 } },
      { name: 'undo', arg: { slides: 7 } },
    ])
    expect(useGameStore().game!.undo).toBe(12)
  })

  test('clicks that come before the lab has answered lead to the last of them', async () => {
    const { steps, fake } = await show(rows({ total: 50 }))
    const answers: (() => void)[] = []
    const ask = fake.lab.call.bind(fake.lab) as (name: string, arg: unknown) => Promise<unknown>
    vi.spyOn(fake.lab, 'call').mockImplementation(
      ((name: string, arg: unknown) => new Promise(resolve => answers.push(() => resolve(ask(name, arg))))) as never,
    )
    for (const x of [50, 80, 150]) await click(x)
    while (answers.length > 0) {
      answers.shift()!()
      await flushPromises()
    }
    expect(steps().map(({ arg }) => arg)).toEqual([{ slides: 15 }, { slides: 10 }])
    expect(useGameStore().game!.undo).toBe(15)
  })

  test('is a table too, of fifty rows at most, with the first and the last', async () => {
    for (const length of [2, 49, 50, 51, 100, 999, 1000]) {
      const slides = Array.from({ length }, (_, i) => 3 * i)
      const graph = rows({
        slides,
        score: slides,
        empties: slides,
        largest: slides,
        sum: slides,
        lines: [valueLine(slides.map(() => null))],
        ms: slides.map(() => null),
        total: 3 * length - 3,
      })
      const { wrapper } = await show(graph)
      const body = wrapper.findAll('tbody tr').map(row => row.findAll('th, td').map(cell => cell.text()))
      expect(body.length).toBeLessThanOrEqual(50)
      expect(body.length).toBeGreaterThanOrEqual(Math.min(length, 25))
      expect([body[0]![0], body.at(-1)[0]]).toEqual(['0', (3 * length - 3).toLocaleString('en')])
      expect(body[0]).toEqual(['0', '0', '0', 'not searched', '–'])
      unmountAll()
    }
  })

  test('cuts the axis of the value where a lost board lies far beneath it, says so, and leaves its number in the table', async () => {
    const value = [...Array.from({ length: 20 }, (_, i) => 10 + (i % 4)), -1e9]
    const slides = value.map((_, i) => i)
    const { wrapper } = await show(
      rows({
        slides,
        score: slides,
        empties: slides,
        largest: slides,
        sum: slides,
        ms: value.map(() => null),
        lines: [valueLine(value)],
        total: 20,
      }),
    )
    expect(shown().options.scales!['unit of thesis']).toMatchObject({ min: 10 - 0.05 * 3, max: undefined })
    expect(shown().data.datasets[0]!.data.at(-1)).toEqual({ x: 20, y: -1e9 })
    expect(wrapper.get('.cut').text()).toBe('The scale of thesis is cut: its values fall to −1\u00a0G.')
    expect(wrapper.findAll('tbody tr').at(-1).text()).toContain('−1,000,000,000')
    unmountAll()
    expect((await show(rows())).wrapper.find('.cut').exists()).toBe(false)
  })

  test('never cuts the axis of chances', async () => {
    const value = [...Array.from({ length: 20 }, (_, i) => 0.9 + (i % 4) / 1000), 0.1]
    const slides = value.map((_, i) => i)
    const columns = { slides, score: slides, empties: slides, largest: slides, sum: slides, ms: value.map(() => null) }
    const { wrapper } = await show(rows({ ...columns, lines: [{ ...valueLine(value), unit: 'chance' }] }))
    expect(shown().options.scales!['chance']).toMatchObject({ min: 0, max: 1 })
    expect(wrapper.find('.cut').exists()).toBe(false)
  })

  test('shows the times of moves instead of the value, once chosen, on an axis by decades', async () => {
    const { wrapper } = await show(rows({ ms: [null, 0.0123, 65_000] }))
    expect(shown().data.datasets[0]!.yAxisID).toBe('unit of thesis')
    await wrapper.get('select').setValue('time')
    const { data, options } = shown()
    expect(data.datasets[0]).toMatchObject({ label: 'Time', yAxisID: 'time' })
    expect(data.datasets[0]!.data.map(({ y }) => y)).toEqual([NaN, 0.0123, 65_000])
    expect(options.scales!['time']).toMatchObject({ type: 'logarithmic', display: true })
    expect(options.scales!['unit of thesis']).toMatchObject({ display: false })
    const times = wrapper.findAll('tbody tr').map(row => row.findAll('td').at(-1).text())
    expect(times).toEqual(['not measured', '12.3 µs', '1 min'])
  })
})

describe('as a file', () => {
  test('it has all rows, and is named after the seed', async () => {
    const fake = labWithGame(rows({ total: 5000 }))
    const { wrapper } = await open(fake)
    seen(true)
    await flushPromises()
    const blobs: Blob[] = []
    const saved: string[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation(blob => `blob:${blobs.push(blob as Blob)}`)
    const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const items = wrapper.getComponent(MoreMenu).props('items') as readonly MenuItem[]
    expect(items.map(({ label }) => label)).toEqual([
      ...['Save as CSV, 2,000 rows at most', 'Save as JSON, 2,000 rows at most', 'Save as PNG', 'Save as SVG'],
    ])
    if (items[0]!.command === undefined) items[0]!.run()
    await flushPromises()
    expect(fake.calls.at(-1)).toEqual({ name: 'gameGraph' satisfies CallName, arg: { points: 2000 } })
    expect(saved).toEqual(['2048-7-The-game.csv'])
    expect(await blobs[0]!.text()).toBe(csvOf(gameTable(rows(), ['thesis'])))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(revoke).toHaveBeenCalledWith('blob:1')
  })
})
