/** Tuning runs in the store: windows, thinned-out columns, and nothing left of what was purged. */
import { afterEach, expect, test } from 'vitest'
import type { RunAdvance, StoredEvaluation, StoredIteration } from '../../../../src/core/contract/storedRuns'
import { cleanUp, openWriter } from '../storeSupport'
import { smallConfig } from '../../lab/tuning/tuningSupport'

afterEach(cleanUp)

const BATCH = 10

function evaluation(id: number, changes: Partial<StoredEvaluation> = {}): StoredEvaluation {
  return {
    ...{ id, iteration: Math.floor(id / BATCH), purpose: 'move', particle: id % BATCH, again: null, velocity: null },
    ...{ fitness: (id * 37) % 101, standardError: 1, mean: 100 - id, meanError: 2, games: 1 + (id % 3), stopped: id % 4 === 0 },
    ...{ ms: id, error: null, position: Float64Array.of(id, -id) },
    ...changes,
  }
}

function iteration(number: number): StoredIteration {
  return {
    ...{ iteration: number, first: number * BATCH, evaluations: BATCH, failed: 0, games: 20, gamesBefore: 20 * number, ms: 5 },
    ...{
      gbest: number,
      gbestId: 0,
      best: 1,
      mean: 1,
      median: 1,
      p10: 1,
      p90: 1,
      spread: 1,
      noise: null,
      diversity: 0,
      speed: null,
    },
    ...{ atBounds: 0, positions: Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8) },
  }
}

const advance = (evaluations: StoredEvaluation[], iterations: StoredIteration[] = []): RunAdvance => ({
  ...{ evaluations, iterations, checkpoint: { at: evaluations.length } },
  progress: {
    iterations: iterations.length,
    evaluations: evaluations.length,
    failed: 0,
    retried: 0,
    games: 9,
    ms: 5,
    best: null,
  },
})

async function withRun(count: number) {
  const store = await openWriter()
  const { id } = await store.runs.add({ name: 'one', config: smallConfig(), provenance: { version: '1' } })
  const evaluations = Array.from({ length: count }, (_, i) => evaluation(i, i === 5 ? { fitness: null, error: 'lost' } : {}))
  await store.runs.advance(
    id,
    advance(
      evaluations,
      Array.from({ length: count / BATCH }, (_, i) => iteration(i)),
    ),
  )
  return { store, id, evaluations }
}

test('a window is the filtered list in its order, failed ones last, wherever it begins', async () => {
  const { store, id, evaluations } = await withRun(100)
  for (const sort of ['id', 'fitness', 'mean', 'standardError', 'games', 'ms'] as const)
    for (const descending of [false, true]) {
      const sign = descending ? -1 : 1
      const value = (each: StoredEvaluation) => each[sort] ?? sign * Infinity
      const expected = evaluations.toSorted((a, b) => sign * (value(a) - value(b)) || sign * (a.id - b.id))
      const window = await store.evaluations.window({ run: id, sort, descending, offset: 90, limit: 20 })
      expect(window, `${sort} ${descending}`).toEqual(expected.slice(90))
    }
  const filters = { from: 2, to: 5, stopped: true, minFitness: 30 }
  const kept = evaluations.filter(each => each.iteration >= 2 && each.iteration <= 5 && each.stopped && each.fitness! >= 30)
  expect(await store.evaluations.window({ run: id, ...filters, sort: 'id', descending: false, offset: 0, limit: 100 })).toEqual(
    kept,
  )
  expect(await store.evaluations.count(id, filters)).toBe(kept.length)
  expect(await store.evaluations.count(id, { failed: true })).toBe(1)
  expect(await store.evaluations.count(id, { failed: false })).toBe(99)
  expect(await store.evaluations.count(id, { ids: [3, 99, 100] })).toBe(2)
  expect(await store.evaluations.count(id, { ids: [] })).toBe(0)
})

test('batches are thinned out evenly, and the first and the last wanted are there', async () => {
  const { store, id } = await withRun(1000)
  const numbers = async (from: number, to: number, points: number) =>
    (await store.evaluations.iterations(id, from, to, points)).map(each => each.iteration)
  expect(await numbers(0, 99, 100)).toEqual(Array.from({ length: 100 }, (_, i) => i))
  expect(await numbers(90, 99, 5000)).toEqual([90, 91, 92, 93, 94, 95, 96, 97, 98, 99])
  const thin = await numbers(0, 99, 12)
  expect(thin).toHaveLength(12)
  expect([thin[0], thin.at(-1)]).toEqual([0, 99])
  for (let i = 1; i < thin.length; i++) expect([8, 9, 10]).toContain(thin[i]! - thin[i - 1]!)
  expect(await numbers(0, -1, 10)).toEqual([])
  expect(await store.evaluations.iteration(id, 7)).toEqual(iteration(7))
  expect(await store.evaluations.iteration(id, 100)).toBeUndefined()
})

test('points are the best share, thinned out over their ranks', async () => {
  const { store, id, evaluations } = await withRun(100)
  const ranked = evaluations.filter(({ fitness }) => fitness !== null).sort((a, b) => b.fitness! - a.fitness!)
  const ids = async (of: number, points: number) => (await store.evaluations.best(id, of, points)).map(each => each.id)
  expect(await ids(20, 50)).toEqual(ranked.slice(0, 20).map(each => each.id).sort((a, b) => a - b)) // oxfmt-ignore
  expect(await ids(99, 10)).toEqual(ranked.filter((_, rank) => rank % 10 === 0).map(each => each.id).sort((a, b) => a - b)) // oxfmt-ignore
})

test('a sample holds the best and evenly taken others, each once and in order, and no more than requested', async () => {
  const { store, id, evaluations } = await withRun(1000)
  const ranked = evaluations.filter(({ fitness }) => fitness !== null).sort((a, b) => b.fitness! - a.fitness! || b.id - a.id)
  const sample = async (count: number, points: number) => (await store.evaluations.sample(id, count, points)).map(each => each.id)
  for (const [points, best] of [
    [10, 5],
    [300, 150],
    [500, 200],
  ] as const) {
    const ids = await sample(1000, points)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    expect(ids.length).toBeLessThanOrEqual(points)
    expect(ids).toEqual(expect.arrayContaining(ranked.slice(0, best).map(each => each.id)))
    const evenly = points - best
    for (let i = 0; i < evenly; i++) expect(ids).toContain(Math.round((i * 999) / (evenly - 1)))
  }
  expect(await sample(10, 50)).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9])
})

test('evaluations, batches and checkpoint are one transaction: a bad row leaves nothing', async () => {
  const { store, id } = await withRun(20)
  const bad = advance([evaluation(20), evaluation(3)]) // 3 is there already
  await expect(store.runs.advance(id, bad)).rejects.toThrow()
  expect(await store.evaluations.count(id, {})).toBe(20)
  expect(await store.runs.checkpoint(id)).toEqual({ at: 20 })
  expect(await store.runs.get(id)).toMatchObject({ evaluations: 20 })
})

test('a deleted run comes back whole, and one that is forgotten leaves nothing', async () => {
  const { store, id } = await withRun(20)
  await store.validations.begin([
    {
      run: id,
      subject: 'origin',
      candidate: null,
      position: null,
      iteration: 2,
      purpose: 'report',
      byHand: false,
      from: 0,
      games: 2,
    },
  ])
  const [validation] = await store.validations.list(id)
  await store.validations.addGames(validation!.id, [{ place: 1, score: 4, slides: 2, maxRank: 2, wins: null, ms: 1 }], 3)
  expect(await store.runs.remove([id])).toBe(1)
  expect(await store.runs.get(id)).toBeUndefined()
  expect(await store.runs.restore([id])).toBe(1)
  expect(await store.runs.get(id)).toMatchObject({ name: 'one', evaluations: 20, ms: 8, provenance: { version: '1' } })
  await store.runs.remove([id])
  await store.deleted.forget('runs', [id])
  expect(await store.runs.restore([id])).toBe(0)
  expect(await store.evaluations.count(id, {})).toBe(0)
  expect(await store.validations.games(validation!.id)).toEqual([])
  expect(await store.maintenance.check()).toEqual([])
})
