import { flushPromises } from '@vue/test-utils'
import { describe, expect, test } from 'vitest'
import { shallowRef } from 'vue'
import type { Arg, CallName, LabEvents, RunRow } from '../../../src/core/contract/calls'
import { useRunActions, useRunList, type ListedKind } from '../../../src/renderer/src/bridge/runs'
import { useCalibration } from '../../../src/renderer/src/bridge/calibrations'
import { pageWith } from './support'

const PAIR = { game: 9, slide: 4, better: 'left', worse: 'up' } as const

/** By kind: the call that lists its runs, the event that reports one, a run, and what a page lists. */
const KINDS = {
  tuning: { call: 'tunings', event: 'tuning', run: { created: 1 }, of: undefined },
  training: { call: 'trainings', event: 'training', run: { created: 1 }, of: undefined },
  bench: { call: 'comparisons', event: 'comparison', run: { kind: 'bench', created: 1 }, of: () => ({ kind: 'bench' }) },
  comparison: {
    ...{ call: 'comparisons', event: 'comparison', run: { kind: 'comparison', created: 1 } },
    of: () => ({ kind: 'comparison' }),
  },
  sweep: { call: 'sweeps', event: 'sweep', run: { at: '2026-01-01T00:00:00.000Z' }, of: undefined },
  arena: { call: 'tournaments', event: 'tournament', run: { at: '2026-01-01T00:00:00.000Z' }, of: undefined },
  calibration: { call: 'calibrations', event: 'calibration', run: {}, of: undefined },
  analysis: { call: 'gameAnalyses', event: 'gameAnalysis', run: { game: 9, updated: 1 }, of: () => ({ game: 9 }) },
  playouts: { call: 'playouts', event: 'playouts', run: PAIR, of: () => PAIR },
} as const satisfies Record<ListedKind, { call: CallName; event: keyof LabEvents; run: object; of: (() => object) | undefined }>

type Row = RunRow<ListedKind>

describe.each(Object.entries(KINDS))('the list of %s', (kind, { call, event, run, of }) => {
  const row = (id: number, change: object = {}) => ({ ...run, id, state: 'running', ...change }) as unknown as Row
  function open() {
    const page = pageWith(() => useRunList(kind as ListedKind, of))
    const report = (id: number, change: object = {}) => page.emit(event, row(id, change))
    /** The lab’s answer to the request number `at`. */
    const answer = async (at: number, rows: readonly Row[]) => {
      expect(page.waiting[at]!.name).toBe(call)
      page.waiting[at]!.answer(rows)
      await flushPromises()
    }
    const states = () => page.its.list.value?.map(({ id, state }) => [id, state])
    return { ...page, report, answer, states }
  }

  test('has the rows that were reported after it was requested, and none that was deleted meanwhile', async () => {
    const { report, answer, states, waiting } = open()
    expect(waiting[0]!.arg).toEqual(of?.())
    report(1, { state: 'finished' })
    report(3, { deleted: true })
    report(4)
    expect(states()).toBeUndefined()
    await answer(0, [row(3), row(2), row(1)])
    expect(new Map(states() as [number, string][])).toEqual(new Map([[4, 'running'], [2, 'running'], [1, 'finished']])) // oxfmt-ignore
  })

  test('loses a deleted run for good, and one that is missing from a later answer', async () => {
    const { report, answer, states, its, connected } = open()
    await answer(0, [row(2), row(1)])
    report(2, { deleted: true })
    expect(states()).toEqual([[1, 'running']])
    const again = its.load()
    report(1, { state: 'paused' })
    await answer(1, [row(2, { state: 'paused' }), row(1)])
    await again
    expect(states()).toEqual([[2, 'paused'], [1, 'paused']]) // oxfmt-ignore
    connected.value = false
    connected.value = true
    await flushPromises()
    await answer(2, [row(2)])
    expect(states()).toEqual([[2, 'running']])
  })

  test('shows the answer to a change at once, unless a newer report came first', async () => {
    const { report, answer, states, its } = open()
    await answer(0, [row(1)])
    const first = Promise.withResolvers<Row>()
    const second = Promise.withResolvers<Row>()
    const taken = [its.take(first.promise), its.take(second.promise)]
    report(1, { state: 'finished' })
    first.resolve(row(1, { state: 'waiting' }))
    second.resolve(row(2))
    await Promise.all(taken)
    expect(new Map(states() as [number, string][])).toEqual(new Map([[1, 'finished'], [2, 'running']])) // oxfmt-ignore
  })

  test('restores what it deleted, which a late answer from before does not', async () => {
    const page = pageWith(() => {
      const runs = useRunList(kind as ListedKind, of)
      return { runs, actions: useRunActions(kind as ListedKind, runs, () => undefined) }
    })
    const { runs, actions } = page.its
    const ids = () => runs.list.value?.map(({ id }) => id)
    page.waiting[0]!.answer([row(1)])
    await flushPromises()
    runs.show(1)
    void runs.load()
    const removed = actions.remove(1)
    page.waiting[2]!.answer(1)
    const undo = await removed
    expect([ids(), runs.selected.value]).toEqual([[], undefined])
    page.waiting[1]!.answer([row(1)])
    await flushPromises()
    expect(ids()).toEqual([])
    undo!()
    expect(page.asked('restoreRuns')).toEqual([{ kind, ids: [1] }])
    page.waiting[3]!.answer(1)
    await flushPromises()
    page.waiting[4]!.answer([row(1)])
    await flushPromises()
    expect(ids()).toEqual([1])
  })
})

test.each([
  ['tuning', (time: number) => ({ created: time })],
  ['arena', (time: number) => ({ at: new Date(time).toISOString() })],
  ['analysis', (time: number) => ({ game: 9, created: 0, updated: time })],
] as const)('a run of %s that another page restored stands where its time is', async (kind, timed) => {
  const { its, waiting, emit } = pageWith(() => useRunList<ListedKind>(kind, KINDS[kind].of))
  const row = (id: number, time: number) => ({ id, state: 'finished', ...timed(time) }) as unknown as Row
  waiting[0]!.answer([row(3, 3000), row(1, 1000)])
  await flushPromises()
  emit(KINDS[kind].event, row(2, 2000) as never)
  expect(its.list.value?.map(({ id }) => id)).toEqual([3, 2, 1])
})

test('a list of a subject has nothing of another, nor anything before its own answer', async () => {
  const game = shallowRef(9)
  const { its, waiting, emit } = pageWith(() => useRunList('analysis', () => ({ game: game.value })))
  const row = (id: number, of: number) => ({ id, game: of, state: 'running', updated: id }) as LabEvents['gameAnalysis']
  waiting[0]!.answer([row(1, 9)])
  await flushPromises()
  emit('gameAnalysis', row(2, 10))
  expect(its.list.value!.map(({ id }) => id)).toEqual([1])
  game.value = 10
  await flushPromises()
  expect(its.list.value).toBeUndefined()
  waiting[1]!.answer([row(2, 10)])
  await flushPromises()
  expect(its.list.value!.map(({ id }) => id)).toEqual([2])
})

test('a player can be calibrated while another one is measured', async () => {
  const key = shallowRef('a')
  const player = {} as Arg<'calibration'>['player']
  const { its, waiting } = pageWith(() => useCalibration(() => ({ key: key.value, player, profile: key.value }), () => undefined)) // oxfmt-ignore
  void its.measure()
  expect(its.busy.value).toBe(true)
  key.value = 'b'
  expect(its.busy.value).toBe(false)
  void its.measure()
  expect(its.busy.value).toBe(true)
  const [first, second] = waiting.filter(({ name }) => name === 'estimateCalibration')
  first!.fail('CANCELLED')
  await flushPromises()
  expect(its.busy.value).toBe(true)
  second!.answer({ games: 200 })
  await flushPromises()
  expect([its.busy.value, its.estimate.value]).toEqual([false, { games: 200 }])
})
