/** Evaluations as games of the pool: which are played, and what is told. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LabError } from '../../../../src/core/errors'
import { evaluationOf } from '../../../../src/core/contract/tuning/objective'
import type { Candidate } from '../../../../src/core/tuning/optimizer'
import { optimizerOf } from '../../../../src/core/tuning/optimizers'
import { trainingSeeds } from '../../../../src/core/tuning/seeds'
import type { TuningConfig } from '../../../../src/core/contract/tuning/tuningConfig'
import { PoolObjective, type Evaluated } from '../../../../src/main/lab/tuning/objective'
import type { RunPool } from '../../../../src/main/lab/tuning/runGames'
import { headPool, smallConfig } from './tuningSupport'

const never = new AbortController().signal

async function evaluate(config: TuningConfig, candidates: readonly Candidate[], pool: RunPool = headPool(), signal = never) {
  const told: Evaluated[] = []
  await new PoolObjective(pool, config.objective, config.seed).evaluate(candidates, each => told.push(each), signal)
  return told
}

const candidatesOf = (config: TuningConfig) => optimizerOf(config).ask()
const byId = (told: readonly Evaluated[]) => told.toSorted((a, b) => a.candidate.id - b.candidate.id)

/** A pool that loses the games of these seeds as often as it says. */
function losingPool(losses: Map<number, number>): RunPool {
  const pool = headPool()
  return {
    ...pool,
    playTasks: (rules, tasks, onGame, options) =>
      pool.playTasks(
        rules,
        tasks,
        (game, task) => {
          const left = losses.get(game.result.seed) ?? 0
          if (left === 0) return onGame(game, task)
          losses.set(game.result.seed, left - 1)
          return options.onLost(task, new LabError('WORKER_LOST', 'the thread died'))
        },
        options,
      ),
  }
}

describe('an evaluation', () => {
  test('plays the games that the seeds of its candidate give, in order, and is what the core makes of them', async () => {
    const config = smallConfig({}, { games: 5, seeds: 'fresh' })
    const played: number[] = []
    const pool = headPool()
    const listening: RunPool = {
      ...pool,
      playTasks: (rules, tasks, onGame, options) => {
        expect(rules).toEqual({ settings: config.objective.settings, limits: { depth: 0 }, maxSlides: 60 })
        return pool.playTasks(rules, tasks, (game, task) => (played.push(game.result.seed), onGame(game, task)), options)
      },
    }
    const candidates = candidatesOf(config)
    const told = await evaluate(config, candidates, listening)
    expect(played).toEqual(candidates.flatMap(each => trainingSeeds('fresh', 7, each, 0, 5)))
    expect(told.map(({ candidate, retried, error, ms }) => [candidate, retried, error, ms])).toEqual(
      candidates.map(each => [each, false, null, 5]),
    )
    expect(told.every(({ result }) => result!.games === 5 && !result!.stopped)).toBe(true)
  })

  test('is the same in whatever order games end, racing or not', async () => {
    const racing = smallConfig({}, { games: 40, racing: { every: 10, error: 0.2 } })
    for (const config of [smallConfig(), racing]) {
      const candidates = candidatesOf(config).map(each => ({ ...each, rival: 1650 }))
      const expected = byId(await evaluate(config, candidates))
      const order = (seed: number) => (count: number) =>
        Array.from({ length: count }, (_, i) => i).sort((a, b) => ((a * 7919 + seed) % 997) - ((b * 7919 + seed) % 997))
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 990 }), async seed => {
          expect(byId(await evaluate(config, candidates, headPool(order(seed))))).toEqual(expected)
        }),
        { numRuns: 10 },
      )
      if (config === racing) expect(new Set(expected.map(({ result }) => result!.games)).size).toBeGreaterThan(1)
    }
  })

  test('that loses a game begins again with its first, once, and says so', async () => {
    const config = smallConfig({}, { games: 3, seeds: 'fresh' })
    const candidates = candidatesOf(config)
    const [seed] = trainingSeeds('fresh', 7, candidates[2]!, 1, 1) as [number]
    const told = byId(await evaluate(config, candidates, losingPool(new Map([[seed, 1]]))))
    const undisturbed = byId(await evaluate(config, candidates))
    expect(told.map(({ result }) => result)).toEqual(undisturbed.map(({ result }) => result))
    expect(told.map(({ retried }) => retried)).toEqual(candidates.map(({ id }) => id === 2))
  })

  test('that loses games again has failed, with the reason, and the others continue', async () => {
    const config = smallConfig({}, { games: 3, seeds: 'fresh' })
    const candidates = candidatesOf(config)
    const [seed] = trainingSeeds('fresh', 7, candidates[2]!, 1, 1) as [number]
    const told = byId(await evaluate(config, candidates, losingPool(new Map([[seed, 2]]))))
    expect(told[2]).toMatchObject({ result: undefined, error: 'the thread died', retried: true })
    expect(told.filter(({ result }) => result).map(({ candidate }) => candidate.id)).toEqual([0, 1, 3, 4, 5, 6, 7])
  })

  test('of weights that no evaluator takes has failed without a game', async () => {
    const config = smallConfig()
    const candidates = candidatesOf(config).map(each => (each.id === 1 ? { ...each, params: [1e300, 0, 0, 0] } : each))
    const told = byId(await evaluate(config, candidates))
    expect(told[1]).toMatchObject({ result: undefined, retried: false, error: expect.stringContaining('h1') as string })
    expect(told).toHaveLength(8)
  })

  test('is no longer reported once the signal aborts', async () => {
    const config = smallConfig()
    const controller = new AbortController()
    const told: Evaluated[] = []
    await new PoolObjective(headPool(), config.objective, config.seed).evaluate(
      candidatesOf(config),
      each => {
        told.push(each)
        controller.abort()
      },
      controller.signal,
    )
    expect(told).toHaveLength(1)
  })
})

test('many candidates of many games are handed out a few thousand games at a time, and all are reported', async () => {
  const base = smallConfig({}, { games: 700 })
  const config = { ...base, optimizer: { kind: 'random', batch: 20 } } satisfies TuningConfig
  let [most, waiting] = [0, 0]
  const pool: RunPool = {
    ...headPool(),
    async playTasks(_, tasks, onGame) {
      const all = [...tasks]
      for (let task = 0; task < all.length; task++) {
        waiting = all.length - task
        most = Math.max(most, waiting)
        const result = { seed: all[task]!.seed, score: task, slides: 1, board: [], maxRank: 3, firstSlide: [], nodes: 1 }
        all.push(...(onGame({ result, times: Int32Array.of(), ms: 1 }, task) ?? []))
      }
    },
  }
  const told = await evaluate(config, candidatesOf(config), pool)
  expect(told).toHaveLength(20)
  expect(told[0]!.result).toEqual(
    evaluationOf(
      config.objective,
      Array.from({ length: 700 }, (_, score) => ({ score, maxRank: 3 })),
    ),
  )
  expect(most).toBeLessThan(3000)
})
