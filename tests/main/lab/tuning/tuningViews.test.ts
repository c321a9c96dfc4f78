/** What charts and forms are told of a run. */
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import type { EvaluationPoints, TuningColumns } from '../../../../src/core/contract/calls'
import { tuningConfigShape } from '../../../../src/core/contract/files/tuningFile'
import { LabError } from '../../../../src/core/errors'
import { bestOf, grown } from '../../../../src/core/growingColumns'
import { createRandom } from '../../../../src/core/random'
import { finish } from '../../../../src/core/sliced'
import { mean, median, sampleStandardDeviation } from '../../../../src/core/stats/summary'
import { CONTOUR_CELLS } from '../../../../src/core/tuning/fitnessModel'
import { luckOfEvaluations, luckOfGames } from '../../../../src/core/tuning/luck'
import { resamplingSeed } from '../../../../src/core/tuning/seeds'
import type { Pool } from '../../../../src/main/compute/pool/pool'
import type { TuningOptions } from '../../../../src/main/lab/tuning/tuning'
import { RunPace } from '../../../../src/main/lab/tuning/runPace'
import { RunReader } from '../../../../src/main/lab/tuning/runReader'
import { configOf, nameOf, type LiveRun } from '../../../../src/main/lab/tuning/runViews'
import { cleanUp, openWriter } from '../../store/storeSupport'
import { headPool, simulated, smallConfig, tuningWith } from './tuningSupport'

afterEach(cleanUp)

async function finished(config = smallConfig(), pool: Pool = headPool()) {
  const store = await openWriter()
  const { tuning, failures } = tuningWith({ store, pool, objective: simulated({ atOnce: 10 }) })
  const { id } = await tuning.start(config)
  await tuning.idle()
  expect(failures).toEqual([])
  const { rows } = await tuning.runs.evaluations({ run: id, sort: 'id', descending: false, offset: 0, limit: 1000 })
  return { store, tuning, id, rows }
}

test('a run that an earlier lab stored under a name that cannot be seen has one, and is computed', () => {
  expect(nameOf({ name: ' ' })).toBe('Untitled')
  expect(tuningConfigShape.safeParse(configOf({ config: { ...smallConfig(), title: ' \u200b' } })).success).toBe(true)
})

describe('columns', () => {
  test('are what the evaluations of each iteration come to; so are its population and its points', async () => {
    const { tuning, id, rows } = await finished()
    const columns = await tuning.runs.columns({ id: id, points: 100 })
    expect(columns.iteration).toEqual(Array.from({ length: 12 }, (_, i) => i))
    for (const i of columns.iteration) {
      const batch = rows.filter(({ iteration }) => iteration === i)
      const fitness = batch.map(each => each.fitness!)
      const best = rows.slice(0, 8 * (i + 1)).reduce((a, b) => (b.fitness! > a.fitness! ? b : a))
      expect(columns.evaluations[i]).toBe(8 * (i + 1))
      expect(columns.games[i]).toBe(16 * (i + 1))
      expect(columns.best[i]).toBe(Math.max(...fitness))
      expect(columns.mean[i]).toBeCloseTo(mean(fitness), 6)
      expect(columns.median[i]).toBeCloseTo(median(fitness), 6)
      // 2.3646 is SciPy's t.ppf(0.975, 7)
      expect(columns.meanHalf[i]).toBeCloseTo((2.364624251592785 * sampleStandardDeviation(fitness)) / Math.sqrt(8), 6)
      expect(columns.p10[i]).toBeLessThanOrEqual(columns.median[i]!)
      expect(columns.p90[i]).toBeGreaterThanOrEqual(columns.median[i]!)
      expect(columns.noise[i]).toBeCloseTo(300, 9)
      expect(columns.luck[i]).toBeGreaterThan(0)
      expect(columns.gbest[i]).toBe(best.fitness)
      columns.weights.forEach(({ gbest, median: middle }, d) => {
        expect(gbest[i]).toBeCloseTo(best.weights[d]!, 12)
        expect(middle[i]).toBeCloseTo(median(batch.map(({ weights }) => weights[d]!)), 12)
      })
    }
    expect(columns.luckFrom).toBe('validation')
    expect(columns.weights.map(({ id }) => id)).toEqual(['h1', 'h2', 'h3', 'h4'])
    const tail = await tuning.runs.columns({ id, points: 100, after: 8, basis: columns.basis })
    expect(tail.mean).toEqual(columns.mean.slice(9))

    // the spread of a swarm, in diagonals of the bounds
    const { diversity, atBounds } = columns
    const first = rows.filter(({ iteration }) => iteration === 0).map(({ weights }) => weights.map(weight => weight / 10))
    const centre = first[0]!.map((_, d) => mean(first.map(point => point[d]!)))
    const distance = mean(first.map(point => Math.hypot(...point.map((x, d) => x - centre[d]!))))
    expect(diversity[0]).toBeCloseTo(distance / 2, 9)
    expect(atBounds[0]).toBe(0)
    const last = rows.filter(({ iteration }) => iteration === 11).flatMap(({ weights }) => weights)
    expect(atBounds[11]).toBeCloseTo(last.filter(weight => weight === 0 || weight === 10).length / last.length, 9)

    // a population: the candidates of an iteration, with what brought them there
    const population = await tuning.runs.population(id, 5)
    const batch = rows.filter(({ iteration }) => iteration === 5)
    const before = rows.filter(({ iteration }) => iteration === 4)
    expect(population.ids).toEqual(batch.map(each => each.id))
    expect(population.weights).toEqual(batch.map(({ weights }) => weights))
    expect(population.fitness).toEqual(batch.map(({ fitness }) => fitness))
    expect(population.particles).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    population.velocities.forEach((velocity, particle) => {
      velocity!.forEach((v, d) => {
        const [from, to] = [before[particle]!.weights[d]!, batch[particle]!.weights[d]!]
        if (to > 0 && to < 10) expect(from + v).toBeCloseTo(to, 9)
      })
    })
    await expect(tuning.runs.population(id, 12)).rejects.toMatchObject({ code: 'NOT_FOUND' })

    // points: all evaluations
    const all = await tuning.runs.points({ id: id, points: 100 })
    expect([all.id, all.fitness, all.of]).toEqual([rows.map(row => row.id), rows.map(row => row.fitness), 96])
    expect(all.weights[2]).toEqual(rows.map(({ weights }) => weights[2]))
  })

  test('of weights on a logarithmic scale are weights', async () => {
    const config = smallConfig()
    const tuned = config.objective.tuned.map(each => ({ ...each, min: 0.01, max: 100, scale: 'log' as const }))
    const { store, tuning, id, rows } = await finished(smallConfig({}, { tuned }))
    const { weights } = await tuning.runs.columns({ id: id, points: 100 })
    const all = rows.flatMap(row => row.weights)
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0.01)
    expect(Math.max(...all)).toBeGreaterThan(10)
    for (const { median: middle } of weights) for (const weight of middle) expect(weight).toBeGreaterThanOrEqual(0.01)
    const { positions } = (await store.evaluations.iteration(id, 3))!
    expect(weights[0]!.median[3]).toBeCloseTo(Math.exp(positions[1]!), 9)
  })
})

test('a model of the fitness is of the first evaluations, the same at each request; two weights have a contour', async () => {
  const { tuning, id } = await finished(smallConfig({ budget: { kind: 'iterations', count: 30 } }))
  expect(await tuning.runs.model({ id, evaluations: 199 })).toBeNull()
  expect(await tuning.runs.contour({ id, evaluations: 199, across: 0, up: 1 })).toBeNull()
  const model = (await tuning.runs.model({ id, evaluations: 200 }))!
  expect([model.evaluations, model.of, model.weights.length]).toEqual([200, 200, 4])
  const whole = (await tuning.runs.model({ id, evaluations: 1e6 }))!
  expect([whole.evaluations, whole.of]).toEqual([240, 240])
  expect(await tuning.runs.model({ id, evaluations: 200 })).toEqual(model)
  const { means } = (await tuning.runs.contour({ id, evaluations: 200, across: 3, up: 1 }))!
  expect([means.length, means[0]!.length]).toEqual([CONTOUR_CELLS[1], CONTOUR_CELLS[0]])
  for (const [across, up] of [
    [1, 1],
    [0, 4],
  ] as const)
    await expect(tuning.runs.contour({ id, evaluations: 200, across, up })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a page that follows a long run gets each row once, and holds in the end what a whole answer has', async () => {
  const [BATCHES, BATCH, POINTS] = [400, 8, 12]
  const { store, id: first } = await finished()
  const [batch, stored] = [(await store.evaluations.iteration(first, 3))!, await store.evaluations.range(first, 0, 96)]
  const { id } = await store.runs.add({ name: 'long', config: smallConfig(), provenance: {} })
  // while it computes, so that luck is estimated anew only now and then
  const live = { phase: 'searching', gamesLeft: 0, pace: new RunPace() } as unknown as LiveRun
  const reader = new RunReader({ open: async () => store, live: () => live, standing: () => ({}), isAlone: false })
  const random = createRandom(5)
  let [columns, points]: [TuningColumns?, EvaluationPoints?] = []
  const sent = { whole: 0, batches: 0, evaluations: 0 }
  for (let number = 0; number < BATCHES; number++) {
    const evaluations = Array.from({ length: BATCH }, (_, i) => ({
      ...{ ...stored[i]!, id: BATCH * number + i, iteration: number },
      fitness: number % 7 === 6 && i === 3 ? null : random.below(1000), // some failed
    }))
    const progress = {
      iterations: number + 1,
      evaluations: BATCH * (number + 1),
      failed: 0,
      retried: 0,
      games: 9,
      ms: 5,
      best: null,
    }
    const iterations = [{ ...batch, iteration: number, first: BATCH * number, mean: number }]
    await store.runs.advance(id, { evaluations, iterations, checkpoint: {}, progress })
    const added = await reader.columns({ id, points: POINTS, after: columns?.iteration.at(-1), basis: columns?.basis })
    const more = await reader.points({ id, points: POINTS, after: points?.id.at(-1) })
    if (added.after === null) sent.whole++
    else sent.batches += added.iteration.length
    sent.evaluations += more.id.length
    columns = grown(columns, added, ({ iteration }) => iteration)
    points = grown(points, more, ({ id: numbers }) => numbers, points && bestOf(points, more))
  }
  // the batch that was last, and the one that is now; whole ones only as often as the evaluations have grown by a quarter
  expect(sent.batches).toBeLessThanOrEqual(2 * BATCHES)
  expect(sent.whole).toBeLessThan(BATCHES / 10)
  expect(sent.evaluations).toBeLessThanOrEqual(BATCHES * BATCH)
  const whole = [await reader.columns({ id, points: POINTS }), await reader.points({ id, points: POINTS })]
  expect([columns, points].map(each => ({ ...each, after: null }))).toEqual(whole)
  expect(columns!.iteration).toEqual([...Array.from({ length: 7 }, (_, i) => 64 * i), 399])
  expect(points!.id).toHaveLength(new Set(points!.id).size)
})

describe('the luck of a best', () => {
  const single = smallConfig({}, { games: 1 })

  test('of single games is estimated before any validation from how they differ, and says so', async () => {
    const store = await openWriter()
    const { tuning } = tuningWith({
      ...{ store, pool: headPool() },
      objective: simulated({ games: 1, before: ({ id }) => void (id === 48 && void tuning.pause(1)) }),
    })
    await tuning.start(single)
    await tuning.idle()
    const { luck, validations } = await tuning.runs.view(1)
    expect(validations).toEqual([])
    const { rows } = await tuning.runs.evaluations({ run: 1, sort: 'id', descending: false, offset: 0, limit: 49 })
    // the one that began the next batch was stored too, and is drawn
    const told = rows.map(({ iteration, fitness }) => ({ iteration, fitness: fitness!, standardError: null }))
    const known = finish(luckOfEvaluations({ kind: 'mean' }, told, resamplingSeed(single.seed)))!
    const level = mean(told.map(({ fitness }) => fitness))
    expect(luck).toEqual({ ...known.of(49, level), evaluations: 49, from: 'spread' })
    expect((await tuning.runs.points({ id: 1, points: 100 })).of).toBe(49)
    const columns = await tuning.runs.columns({ id: 1, points: 100 })
    expect(columns.noiseFrom).toBe('assumed')
    expect(columns.noise.at(-1)).toBeCloseTo(0.5 * mean(rows.slice(40, 48).map(each => each.fitness!)), 6)
    expect(columns.luckFrom).toBe('spread')
    expect(columns.luck.at(-1)).toBeCloseTo(known.amountOf(48, columns.mean.at(-1)!), 9)
  })

  test.each([1, 5])('of evaluations of %i games is estimated from the validated one’s games once there are any', async size => {
    const store = await openWriter()
    const config = smallConfig({}, { games: size })
    const { tuning } = tuningWith({ store, pool: headPool(), objective: simulated({ games: size }) })
    await tuning.start(config)
    await tuning.idle()
    const { luck, report } = await tuning.runs.view(1)
    const games = await store.validations.games(report!.id)
    const known = finish(luckOfGames({ kind: 'mean' }, games, size, resamplingSeed(config.seed)))!
    const worth = mean(games.map(({ score }) => score))
    expect(luck!.amount).toBeCloseTo(known.of(96, worth).amount, 6)
    expect(luck).toMatchObject({ evaluations: 96, from: 'validation' })
    const columns = await tuning.runs.columns({ id: 1, points: 100 })
    expect(columns.luckFrom).toBe('validation')
    expect(columns.luck.at(-1)).toBeCloseTo(known.amountOf(96, columns.mean.at(-1)!), 6)
  })
})

test('the card and the charts count the same candidates: those that did not fail', async () => {
  const store = await openWriter()
  const before = ({ id }: { id: number }) => (id === 5 ? ('failed' as const) : undefined)
  const { tuning } = tuningWith({ ...{ store, pool: headPool() }, objective: simulated({ before }) })
  await tuning.start(smallConfig())
  await tuning.idle()
  const [{ luck }, points] = await Promise.all([tuning.runs.view(1), tuning.runs.points({ id: 1, points: 50 })])
  expect(luck!.evaluations).toBe(95)
  expect(points.of).toBe(95)
  expect(Math.max(...points.fitness)).toBe((await tuning.runs.view(1)).best!.fitness)
})

const aborted = async (signal: AbortSignal) => void (signal.aborted || (await once(signal, 'abort')))

describe('a store that takes no more ends the run at once', () => {
  const refuse = async () => {
    throw new LabError('STORE_FULL', 'no room')
  }
  const full = { state: 'failed', error: { code: 'STORE_FULL' } }

  test('in its search, whose batch takes hours', async () => {
    const store = await openWriter()
    const objective: TuningOptions['objective'] = config => ({
      async evaluate([first], onEvaluated, signal) {
        await simulated()(config).evaluate([first!], onEvaluated, signal)
        await aborted(signal)
      },
    })
    const { tuning } = tuningWith({
      store: { ...store, runs: { ...store.runs, advance: refuse } },
      ...{ pool: headPool(), objective },
    })
    const { id } = await tuning.start(smallConfig())
    await tuning.idle()
    expect(await tuning.runs.view(id)).toMatchObject(full)
  })

  test('in its validation, however many games are left', async () => {
    const store = await openWriter()
    const games = 5_000 // of which each contender plays a thousand, as many as are written together
    let played = 0
    const pool = headPool()
    const { tuning } = tuningWith({
      store: { ...store, validations: { ...store.validations, addGames: refuse } },
      pool: {
        ...pool,
        async playTasks(rules, tasks, onGame, options) {
          const hear: typeof onGame = (game, task) => {
            played++
            return onGame(game, task)
          }
          await pool.playTasks(rules, tasks, hear, options)
          await aborted(options.signal!)
        },
      },
      objective: simulated(),
    })
    const { id } = await tuning.start(smallConfig({ validation: { games, level: 0.95 } }))
    await tuning.idle()
    expect(await tuning.runs.view(id)).toMatchObject(full)
    expect(played).toBeLessThanOrEqual(1_000)
  })
})

describe('a pace', () => {
  function paceOf(pieces: readonly (readonly [at: number, ms: number])[]) {
    let now = 0
    const pace = new RunPace(() => now)
    for (const [at, ms] of pieces) {
      now = at
      pace.add(2, ms)
    }
    return pace
  }

  test('is known once some pieces are done, from the time that passed', () => {
    expect(paceOf([[1000, 100], [2000, 100]]).left(10)).toBeUndefined() // oxfmt-ignore
    expect(paceOf([[100, 100], [200, 100], [300, 100], [1999, 100]]).left(10)).toBeUndefined() // oxfmt-ignore
    const even = paceOf([[1000, 100], [2000, 100], [3000, 100], [4000, 100]]) // oxfmt-ignore
    expect(even.gamesPerSecond).toBe(2)
    expect(even.left(10)).toEqual({ low: 10, middle: 10, high: 10 })
    expect(even.left(0)).toEqual({ low: 0, middle: 0, high: 0 })
  })

  test('has a range as wide as the times differ, wider for fewer pieces', () => {
    const uneven = paceOf([[1000, 50], [2000, 150], [3000, 50], [4000, 150]]) // oxfmt-ignore
    const { low, middle, high } = uneven.left(16)!
    const half = (1.959963984540054 * Math.sqrt(40_000 / 12) * Math.sqrt(1 / 4 + 1 / 16)) / 100
    expect(middle).toBeCloseTo(16, 9)
    expect([low, high]).toEqual([expect.closeTo(16 * Math.max(0, 1 - half), 9), expect.closeTo(16 * (1 + half), 9)])
  })
})

test('the progress of a run never falls: neither when a choice is over, nor by a pause of its validation', async () => {
  const pool = headPool()
  const shares: number[] = []
  const heed = async () => shares.push((await tuning.runs.list())[0]!.progress)
  const { tuning } = tuningWith({
    store: await openWriter(),
    pool: {
      ...pool,
      async playTasks(rules, tasks, onGame, options) {
        const validations = await heed()
        await pool.playTasks(rules, tasks, onGame, options)
        if (validations !== 6) return // five contenders, and the report of the chosen one
        void tuning.pause(1)
        await aborted(options.signal!)
      },
    },
    objective: simulated(),
  })
  const { id } = await tuning.start(smallConfig())
  await tuning.idle()
  expect((await tuning.runs.list())[0]!.state).toBe('paused')
  await heed()
  await tuning.resume(id)
  await tuning.idle()
  await heed()
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
})
