/** Comparisons as pages see them: the terminal's are the same runs. */
import { afterEach, expect, test, vi } from 'vitest'
import type { Arg, ComparedPlayer, ComparePlan, Comparison, ComparisonRow } from '../../../../src/core/contract/calls'
import { ComparisonComputation } from '../../../../src/main/lab/compare/computation'
import { closeLabs, openLab, type OpenLab } from '../../../support/openedLabs'
import { interrupted, lab } from '../../../support/terminalHere'
import { jsonLines } from '../../../support/terminalProcess'
import { thesisPlayer } from '../../../support/threads'
import { newFolder, openWriter } from '../../store/storeSupport'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

afterEach(closeLabs)

const player = (cut: number) => thesisPlayer({ depth: 1 }, { cut })
const PLAN: ComparePlan = {
  players: [
    { name: 'cut', profile: 'thesis', player: player(0.01) },
    { name: 'whole', profile: 'thesis', player: player(0) },
  ],
  seed: 5,
  rule: { games: 60, margin: 500 },
}
/** Longer than several reports of its progress, on any machine. */
const LONG: ComparePlan = { ...PLAN, rule: { games: 200, margin: 1 } }
const BENCH: ComparePlan = { ...PLAN, players: PLAN.players.slice(0, 1), rule: { games: 3, margin: 0 } }

/** Resolves with the first row that fits. */
function row(page: OpenLab, fits: (row: ComparisonRow) => boolean): Promise<ComparisonRow> {
  return new Promise(resolve => page.on('comparison', each => fits(each) && resolve(each)))
}

const isFinished = ({ state }: ComparisonRow) => state === 'finished'

async function play(page: OpenLab, plan: ComparePlan): Promise<ComparisonRow> {
  const finished = row(page, isFinished)
  await page.call.startComparison(plan)
  return finished
}

/** All of a result but times. */
function timeless(result: Comparison | null) {
  const { players, ...rest } = result!
  return { ...rest, players: players.map(({ msPerMove: _, seconds: _s, nodesPerSecond: _n, ...player }) => player) }
}

test('one that the window paused goes on in the terminal, and the reverse: it ends as an undisturbed one', async () => {
  const other = await openLab(newFolder(), { threads: 2 })
  await play(other, LONG)
  const whole = timeless(await other.call.comparisonResult({ kind: 'comparison', id: 1 }))
  await other.close()

  const folder = newFolder()
  const window = await openLab(folder)
  const games = row(window, ({ soFar }) => (soFar?.seeds ?? 0) > 1)
  expect(await window.call.startComparison(LONG)).toMatchObject({
    id: 1,
    state: 'running',
    rule: LONG.rule,
    players: ['cut', 'whole'],
  })
  const { soFar } = await games
  expect(soFar!.differences).toMatchObject([{ a: 'cut', b: 'whole', mean: expect.any(Number) as number, verdict: 'open' }])
  const paused = await window.call.pauseRun({ kind: 'comparison', id: 1 })
  expect(paused).toMatchObject({ state: 'paused' })
  expect(paused).not.toHaveProperty('trouble')
  const { stored } = paused as ComparisonRow
  expect(stored).toBeLessThan(400)
  const partial = await window.call.comparisonResult({ kind: 'comparison', id: 1 })
  await window.close()

  const again = await openLab(folder)
  const read = await again.call.comparisonResult({ kind: 'comparison', id: 1 })
  expect(timeless(read)).toEqual(timeless(partial))
  expect(await again.call.comparisons({ kind: 'comparison' })).toMatchObject([{ state: 'paused', stored, soFar: null }])
  await again.close()

  const terminal = await lab(['compare', '--resume', '--home', folder, '--json'], { columns: 200, once: interrupted(/ [1-9]\d*\/400 games/) }) // oxfmt-ignore
  expect(terminal.code).toBe(130)
  expect(jsonLines<Comparison>(terminal)[0]).toMatchObject({ ended: 'signal' })
  const last = await openLab(folder)
  const finished = row(last, isFinished)
  await last.call.resumeRun({ kind: 'comparison', id: 1 })
  expect(await finished).toMatchObject({
    stored: 400,
    soFar: { seeds: 200, differences: [{ verdict: whole.differences[0]!.verdict }] },
  })
  expect(timeless(await last.call.comparisonResult({ kind: 'comparison', id: 1 }))).toEqual(whole)
})

test('one is renamed, deleted with its number, and restored; its games stay in the library', async () => {
  const page = await openLab(newFolder())
  await play(page, { ...PLAN, rule: { games: 2, margin: 0 } })
  await play(page, BENCH)
  const listed = async () => {
    const rows = [await page.call.comparisons({ kind: 'bench' }), await page.call.comparisons({ kind: 'comparison' })].flat()
    return rows.map(({ kind, id, name, stored, state }) => [kind, id, name, stored, state])
  }
  expect(await listed()).toEqual([['bench', 3, 'thesis', 3, 'finished'], ['comparison', 1, 'cut, whole', 4, 'finished']]) // oxfmt-ignore
  const whole = await page.call.comparisonResult({ kind: 'bench', id: 3 })
  await page.call.renameRun({ kind: 'comparison', id: 1, name: 'Cuts' })
  expect(await page.call.renameRun({ kind: 'bench', id: 3, name: 'One' })).toMatchObject({ name: 'One', players: ['thesis'] })
  expect(await page.call.comparison({ kind: 'comparison', id: 1 })).toMatchObject({
    name: 'Cuts',
    plan: { players: PLAN.players },
  })
  const ids: Arg<'deleteRuns'>[] = [
    { kind: 'comparison', ids: [1, 7] },
    { kind: 'bench', ids: [3] },
  ]
  await expect(page.call.deleteRuns({ kind: 'bench', ids: [1] })).rejects.toMatchObject({ code: 'BAD_SETTING' }) // of the comparison
  for (const each of ids) expect(await page.call.deleteRuns(each)).toBe(1)
  expect(await listed()).toEqual([])
  const games = () => page.call.games({ sort: 'created', descending: false, offset: 0, limit: 100 })
  expect(await games()).toMatchObject({ total: 7 })
  for (const each of ids) expect(await page.call.restoreRuns(each)).toBe(1)
  expect(await listed()).toEqual([['bench', 3, 'One', 3, 'finished'], ['comparison', 1, 'Cuts', 4, 'finished']]) // oxfmt-ignore
  expect(await page.call.comparisonResult({ kind: 'bench', id: 3 })).toEqual(whole)
})

test('one that was deleted long ago is forgotten, game by game; the games are in the library without it', async () => {
  const folder = newFolder()
  const page = await openLab(folder)
  await play(page, { ...PLAN, rule: { games: 2, margin: 0 } })
  await page.call.deleteRuns({ kind: 'comparison', ids: [1] })
  await page.close()
  const store = await openWriter(folder)
  const [time] = await store.deleted.times()
  const steps: number[] = []
  do steps.push(await store.deleted.forgetOf(time!, 1))
  while (steps.at(-1) !== 0)
  expect(steps).toEqual([1, 1, 1, 1, 1, 1, 0]) // four games and two batches
  expect(await store.deleted.times()).toEqual([])
  expect(await store.maintenance.check()).toEqual([])
  expect(await store.comparisons.restore([1])).toBe(0)
  const games = await store.games.window({ sort: 'created', descending: false, offset: 0, limit: 9 })
  expect(games.map(({ batch }) => batch)).toEqual([null, null, null, null])
})

test('the last points of its curves are its result, and a curve of many games has at most 400 points', async () => {
  const page = await openLab(newFolder())
  const three = [...PLAN.players, { name: 'shallow', profile: 'thesis', player: thesisPlayer({ depth: 0 }, { cut: 0 }) }]
  await play(page, { ...PLAN, players: three, rule: { games: 60, margin: 500 } })
  const its = { kind: 'comparison', id: 1 } as const
  const result = await page.call.comparisonResult(its)
  expect(result!.differences.at(-1)!.always).not.toBeNull()
  for (const [pair, { mean, always }] of result!.differences.entries()) {
    const { course, players } = await page.call.comparisonCurves({ ...its, pair })
    expect(course.seeds).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
    expect([course.mean.at(-1), course.always.at(-1)]).toEqual([expect.closeTo(mean!, 6), always])
    for (const [place, { scores, quartiles }] of players.entries()) {
      const { median, max } = result!.players[place]!
      expect(scores).toHaveLength(60)
      expect(scores).toEqual(scores.toSorted((a, b) => a - b))
      expect(scores.at(-1)).toBe(max)
      expect([scores[29]! + scores[30]!, quartiles![0] <= median!, median! <= quartiles![1]]).toEqual([2 * median!, true, true])
    }
  }
})

test('the curves of a bench are of its mean, with at most 400 points', async () => {
  const page = await openLab(newFolder())
  await play(page, { ...BENCH, rule: { games: 450, margin: 0 } })
  const its = { kind: 'bench', id: 1 } as const
  const [{ mean, always, max }] = (await page.call.comparisonResult(its))!.players as [ComparedPlayer]
  const { course, players } = await page.call.comparisonCurves({ ...its, pair: 0 })
  expect(course.seeds).toHaveLength(400)
  expect([course.seeds[0], course.seeds.at(-1)]).toEqual([1, 450])
  expect([course.mean.at(-1), course.always.at(-1)]).toEqual([expect.closeTo(mean!, 6), always])
  expect(players[0]!.scores).toHaveLength(400)
  expect(players[0]!.scores.at(-1)).toBe(max)
})

test('what cannot be played is refused by name', async () => {
  const page = await openLab(newFolder())
  const [one] = PLAN.players
  const twins = { ...PLAN, players: [one!, { ...one!, name: 'again' }] }
  await expect(page.call.startComparison(twins)).rejects.toThrow('cut and again are the same player')
  await expect(page.call.startComparison({ ...BENCH, maxSlides: 9 })).rejects.toMatchObject({ detail: { field: 'maxSlides' } })
  await expect(page.call.resumeRun({ kind: 'comparison', id: 1 })).rejects.toThrow('There is no comparison 1.')
  await play(page, BENCH)
  expect(await page.call.resumeRun({ kind: 'bench', id: 1 })).toMatchObject({ state: 'finished', stored: 3 })
  await expect(page.call.extendComparison({ kind: 'bench', id: 1, games: 3 })).rejects.toThrow('all its 3 games were played.')
  await page.call.startComparison({ ...BENCH, rule: { games: 100_000, margin: 0 } })
  await expect(page.call.extendComparison({ kind: 'bench', id: 2, games: 200_000 })).rejects.toThrow('pause it first')
  await page.call.pauseRun({ kind: 'bench', id: 2 })
  const finished = row(page, isFinished)
  await page.call.extendComparison({ kind: 'bench', id: 1, games: 5 })
  expect(await finished).toMatchObject({ id: 1, stored: 5, soFar: { looks: 2 } })
})

test('minutes that earlier sittings used are not left any more', () => {
  const progress = { seconds: 240, times: { counts: [] } }
  const earlier = [{ progress, pages: (async function* () {})() }]
  const plan = { ...BENCH, rule: { games: 1_000_000, margin: 0, minutes: 10 } }
  expect(new ComparisonComputation({ plan, provenances: [], earlier }, []).mostLeftMs).toBe(6 * 60_000)
})
