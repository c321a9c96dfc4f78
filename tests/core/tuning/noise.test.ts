/** How much of a best of single games may be luck, held against games that are drawn here. */
import { describe, expect, test } from 'vitest'
import { meanInterval } from '../../../src/core/stats/intervals'
import { measure, type Fitness } from '../../../src/core/tuning/fitness'
import { ASSUMED_VARIATION, gameNoise, type GamesSummary } from '../../../src/core/tuning/noise'

/** Uniform in (0, 1): the "minimal standard" of Park and Miller, which the lab does not use. */
function uniforms(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** Box and Muller. */
function normals(seed: number): () => number {
  const next = uniforms(seed)
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
}

const CANDIDATES = 400
const REPEATS = 400
/** Expected maximum of 400 normal deviates. SciPy: quad(lambda x: x * 400 * norm.pdf(x) * norm.cdf(x) ** 399, -2, 9) */
const LARGEST = 2.9681781820936854

/** How far the best of equal candidates stands above what all of them are worth, on average. */
function luckOfDraws(draw: () => number, worth: number): number {
  const best = () => Math.max(...Array.from({ length: CANDIDATES }, draw))
  return Array.from({ length: REPEATS }, best).reduce((sum, each) => sum + each - worth, 0) / REPEATS
}

const normalScores = (seed: number, mean: number, variation: number) => {
  const z = normals(seed)
  return () => Math.max(0, mean * (1 + variation * z()))
}

/** With this mean and variation, of a lognormal distribution. */
const skewedScores = (seed: number, mean: number, variation: number) => {
  const z = normals(seed)
  const s = Math.sqrt(Math.log(1 + variation ** 2))
  return () => mean * Math.exp(s * z() - s ** 2 / 2)
}

/** A validation of so many games. */
function validated(fitness: Fitness, games: number, draw: () => number): GamesSummary {
  const outcomes = Array.from({ length: games }, () => ({ score: draw(), maxRank: 9 }))
  const scores = outcomes.map(({ score }) => score)
  const { fitness: value, standardError } = measure(fitness, outcomes)
  const mean = scores.reduce((sum, each) => sum + each, 0) / games
  return {
    games,
    mean,
    interval: meanInterval(scores, 1, undefined, 0.9),
    level: 0.9,
    fitness: value,
    fitnessError: standardError,
  }
}

const LEVEL = 20_000
const within = (share: number, expected: number, actual: number) => expect(Math.abs(actual / expected - 1)).toBeLessThan(share)

describe('before anything was measured', () => {
  const kinds: Fitness[] = [{ kind: 'mean' }, { kind: 'median' }, { kind: 'quantile', p: 0.9 }]
  test.each(kinds)('%j: games vary by half of their mean, and that is called assumed', fitness => {
    const noise = gameNoise(fitness, [])!
    expect(noise.from).toBe('assumed')
    within(0.03, luckOfDraws(normalScores(1, LEVEL, ASSUMED_VARIATION), LEVEL), LARGEST * noise.at(LEVEL))
  })

  test('logarithms vary as those of such scores do, at every level', () => {
    const noise = gameNoise({ kind: 'logMean' }, [])!
    const draw = skewedScores(2, LEVEL, ASSUMED_VARIATION)
    const worth = Math.log(LEVEL) - Math.log(1 + ASSUMED_VARIATION ** 2) / 2
    within(0.03, luckOfDraws(() => Math.log1p(draw()), worth), LARGEST * noise.at(worth)) // oxfmt-ignore
    expect(noise.at(3)).toBe(noise.at(11))
  })

  test('a share needs nothing assumed', () => {
    expect(gameNoise({ kind: 'reach', face: 2048 }, [])).toBeUndefined()
  })
})

describe('once candidates were validated', () => {
  const kinds: Fitness[] = [{ kind: 'mean' }, { kind: 'median' }, { kind: 'quantile', p: 0.25 }]
  test.each(kinds)('%j: the spread of their games determines it, in proportion to the mean', fitness => {
    const noise = gameNoise(fitness, [validated(fitness, 5000, normalScores(3, LEVEL, 0.3))])!
    expect(noise.from).toBe('validation')
    within(0.07, luckOfDraws(normalScores(4, 8000, 0.3), 8000), LARGEST * noise.at(8000))
  })

  test('of logarithms it is the spread of the logarithms', () => {
    const fitness: Fitness = { kind: 'logMean' }
    const noise = gameNoise(fitness, [validated(fitness, 5000, skewedScores(5, LEVEL, 0.3))])!
    const draw = skewedScores(6, 500, 0.3)
    const worth = Math.log(500) - Math.log(1 + 0.3 ** 2) / 2
    within(0.07, luckOfDraws(() => Math.log1p(draw()), worth), LARGEST * noise.at(worth)) // oxfmt-ignore
  })

  test('many games count for more than few', () => {
    const fitness: Fitness = { kind: 'mean' }
    const few = validated(fitness, 20, normalScores(7, LEVEL, 0.8))
    const many = validated(fitness, 5000, normalScores(8, LEVEL, 0.2))
    within(0.05, 0.2 * LEVEL, gameNoise(fitness, [few, many])!.at(LEVEL))
  })

  test('games that all ended at 0 determine nothing', () => {
    const fitness: Fitness = { kind: 'mean' }
    expect(gameNoise(fitness, [validated(fitness, 10, () => 0)])!.from).toBe('assumed')
  })
})
