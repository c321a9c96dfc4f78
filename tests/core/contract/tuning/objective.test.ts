import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS, makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import { playerAt, type BoardObjective } from '../../../../src/core/contract/tuning/boardObjective'
import type { BoardFitness, GameOutcome } from '../../../../src/core/tuning/fitness'
import { evaluationOf, type EvaluationResult } from '../../../../src/core/contract/tuning/objective'
import { optimizerSeed, resamplingSeed, SEED_POLICIES, trainingSeeds, validationSeeds } from '../../../../src/core/tuning/seeds'
import { coordinateOf, SCALES, weightOf, type Scale } from '../../../../src/core/stats/weightScale'
import { pointOf, searchBounds, weightsAt, type TunedParameter } from '../../../../src/core/tuning/tunedParameter'
import { refusal } from '../../support/errors'
import type { TermEvaluator } from '../../../../src/core/games/twenty48/heuristics/family'

const spec: BoardObjective = {
  evaluator: makeEvaluator('thesis', { h3: 7 }),
  tuned: [
    { id: 'h4', min: 0.01, max: 100, scale: 'log' },
    { id: 'h1', min: -10, max: 10, scale: 'linear' },
  ],
  settings: PLAIN_SETTINGS,
  depth: 1,
  games: 10,
  fitness: { kind: 'mean' },
  seeds: 'fresh',
  racing: 'off',
  maxSlides: 'none',
}

const outcomes = (...scores: number[]): GameOutcome[] => scores.map((score, i) => ({ score, maxRank: 9 + (i % 3) }))
const measured = (fitness: BoardFitness, ...scores: number[]): EvaluationResult =>
  evaluationOf({ ...spec, fitness }, outcomes(...scores))

describe('weights', () => {
  test('only what is tuned moves', () => {
    const { evaluator, settings, limits } = playerAt(spec, [Math.log(10), -3])
    expect((evaluator as TermEvaluator).parameters['h4']).toBeCloseTo(10, 12)
    expect((evaluator as TermEvaluator).parameters).toMatchObject({ h1: -3, h2: 1, h3: 7 })
    expect([settings, limits]).toEqual([PLAIN_SETTINGS, { depth: 1 }])
  })

  test('a point beyond what any evaluator takes is a failed evaluation, not a clamped one', () => {
    refusal('BAD_SETTING', () => playerAt(spec, [0, 2 * LIMITS.weight[1]]))
    refusal('BAD_SETTING', () => playerAt(spec, [0, NaN]))
  })

  const range = fc
    .tuple(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), fc.double({ min: 1.01, max: 1e4, noNaN: true }), fc.boolean())
    .map(([low, ratio, negative]) => (negative ? ([-low * ratio, -low] as const) : ([low, low * ratio] as const)))

  test('weight → coordinate → weight on each scale, in order, and the ends are the ends', () => {
    fc.assert(
      fc.property(
        range,
        fc.constantFrom(...SCALES),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ([min, max], scale: Scale, share) => {
          const parameter: TunedParameter = { id: 'h1', min, max, scale }
          const weight = Math.min(max, min + share * (max - min))
          expect(weightOf(parameter, coordinateOf(parameter, weight)) / weight).toBeCloseTo(1, 12)
          const [bound] = searchBounds([parameter])
          expect(bound!.min).toBeLessThan(bound!.max)
          const at = bound!.min + share * (bound!.max - bound!.min)
          const back = weightOf(parameter, Math.min(bound!.max, Math.max(bound!.min, at)))
          expect(back).toBeGreaterThanOrEqual(min)
          expect(back).toBeLessThanOrEqual(max)
          expect(weightOf(parameter, bound!.min) / min).toBeCloseTo(1, 12)
        },
      ),
    )
  })

  test('the point of weights, and back', () => {
    expect(weightsAt(spec.tuned, pointOf(spec.tuned, { h1: 2, h4: 5 }))).toEqual({ h1: 2, h4: expect.closeTo(5, 12) as number })
  })
})

describe('fitness, worked by hand', () => {
  test('mean and its standard error', () => {
    // 100, 200, 300, 400: s² = 50000/3, s/√4 = 64.55
    expect(measured({ kind: 'mean' }, 100, 200, 300, 400)).toEqual({
      fitness: 250,
      standardError: expect.closeTo(64.5497, 3) as number,
      mean: 250,
      meanError: expect.closeTo(64.5497, 3) as number,
      games: 4,
      stopped: true,
    })
  })

  test('mean of logarithms', () => {
    const { fitness, standardError, mean } = measured({ kind: 'logMean' }, Math.E - 1, Math.E ** 3 - 1)
    expect(fitness).toBeCloseTo(2, 12)
    expect(standardError).toBeCloseTo(1, 12)
    expect(mean).toBeCloseTo((Math.E + Math.E ** 3) / 2 - 1, 12)
    expect(measured({ kind: 'logMean' }, 0).fitness).toBe(0)
  })

  test('median and quantile, in whatever order the games stand', () => {
    expect(measured({ kind: 'median' }, 5, 1, 3).fitness).toBe(3)
    expect(measured({ kind: 'median' }, 4, 1, 3, 2).fitness).toBe(2.5)
    expect(measured({ kind: 'quantile', p: 0.25 }, 50, 10, 40, 20, 30).fitness).toBe(20)
    expect(measured({ kind: 'quantile', p: 0.1 }, 50, 10, 40, 20, 30).fitness).toBe(14)
    expect(measured({ kind: 'quantile', p: 1 }, 50, 10, 40).fitness).toBe(50)
    // 100 values: np ± √(np(1 − p)) = 50 ± 5, of 1 … 100 counted from 0
    const hundred = Array.from({ length: 100 }, (_, i) => i + 1)
    expect(measured({ kind: 'median' }, ...hundred).standardError).toBe(5)
  })

  test('a quantile has no standard error where its order statistics lie beyond the games', () => {
    const errorOf = (p: number, games: number) =>
      measured({ kind: 'quantile', p }, ...Array.from({ length: games }, (_, i) => 100 * i)).standardError
    // 10 × 0.99 ± 0.31 and 10 × 0.01 ± 0.31: the 11th and the one before the first; 100 × 0.99 ± 0.99: of 98 to 100
    expect([errorOf(0.99, 10), errorOf(0.01, 10), errorOf(0, 50), errorOf(1, 50)]).toEqual([null, null, null, null])
    expect([errorOf(0.99, 100), errorOf(0.5, 10)]).toEqual([50, 200])
  })

  test('share that reached a tile, with an error that none and all do not make 0', () => {
    // ranks 9, 10, 11, 9 are 512, 1024, 2048, 512
    expect(measured({ kind: 'reach', face: 1024 }, 1, 2, 3, 4).fitness).toBe(0.5)
    expect(measured({ kind: 'reach', face: 2048 }, 1, 2, 3, 4).fitness).toBe(0.25)
    const none = measured({ kind: 'reach', face: 65536 }, 1, 2, 3, 4)
    expect(none).toMatchObject({ fitness: 0, standardError: expect.closeTo(0.1, 12) as number, mean: 2.5 })
  })
})

describe('seeds', () => {
  const candidate = fc.record({ id: fc.nat(1e6), iteration: fc.nat(1e4) })

  test('games that are trained on are even, those that are validated on odd: no run shares one with any other', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), candidate, fc.constantFrom(...SEED_POLICIES), (run, each, policy) => {
        const training = trainingSeeds(policy, run, each, 0, 20)
        const validation = validationSeeds(run, 0, 20)
        expect(training.every(seed => Number.isSafeInteger(seed) && seed >= 0 && seed % 2 === 0)).toBe(true)
        expect(validation.every(seed => Number.isSafeInteger(seed) && seed % 2 === 1)).toBe(true)
        expect(new Set([...training, ...validation]).size).toBe(40)
      }),
    )
  })

  test('games are the same whether they are drawn at once or in parts', () => {
    const one = { id: 3, iteration: 1 }
    const parts = [trainingSeeds('fresh', 1, one, 0, 4), trainingSeeds('fresh', 1, one, 4, 6)].flat()
    expect(parts).toEqual(trainingSeeds('fresh', 1, one, 0, 10))
    expect([validationSeeds(1, 0, 3), validationSeeds(1, 3, 2)].flat()).toEqual(validationSeeds(1, 0, 5))
  })

  test('fixed: one set a run; rotating: one a batch; fresh: one an evaluation', () => {
    const sets = (policy: (typeof SEED_POLICIES)[number]) =>
      new Set(Array.from({ length: 12 }, (_, id) => trainingSeeds(policy, 5, { id, iteration: Math.floor(id / 4) }, 0, 5).join()))
        .size
    expect(SEED_POLICIES.map(sets)).toEqual([1, 3, 12])
  })

  test('another run plays other games', () => {
    const games = [1, 2, 3].flatMap(run => [
      ...trainingSeeds('fixed', run, { id: 0, iteration: 0 }, 0, 500),
      ...validationSeeds(run, 0, 500),
      optimizerSeed(run),
      resamplingSeed(run),
    ])
    expect(new Set(games).size).toBe(games.length)
  })
})
