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

test('batches are read by their numbers, as far as they exist', async () => {
  const { store, id } = await withRun(1000)
  const numbers = async (wanted: readonly number[]) =>
    (await store.evaluations.iterations(id, wanted)).map(each => each.iteration)
  expect(await numbers([0, 8, 16, 99])).toEqual([0, 8, 16, 99])
  expect(await numbers([99, 100])).toEqual([99])
  expect(await numbers([])).toEqual([])
  expect(await store.evaluations.iteration(id, 7)).toEqual(iteration(7))
  expect(await store.evaluations.iteration(id, 100)).toBeUndefined()
})

test('a sample holds the best, every so many others and the last, each once and in order, and nothing before its beginning', async () => {
  const { store, id, evaluations } = await withRun(1000)
  const comparable = evaluations.filter(({ fitness }) => fitness !== null)
  const ranked = comparable.toSorted((a, b) => b.fitness! - a.fitness! || b.id - a.id)
  for (const [after, step, best] of [
    [-1, 128, 5],
    [-1, 4, 200],
    [500, 4, 200],
    [998, 8, 3],
  ] as const) {
    const chosen = new Set(ranked.slice(0, best).map(each => each.id))
    const wanted = comparable.filter(each => each.id > after && (each.id % step === 0 || each.id === 999 || chosen.has(each.id)))
    const found = await store.evaluations.sample(id, { after, last: 999, step, best })
    expect(found.map(each => each.id)).toEqual(wanted.map(each => each.id))
  }
  const all = await store.evaluations.sample(id, { after: -1, last: 9, step: 1, best: 0 })
  expect(all.map(each => each.id)).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9])
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
