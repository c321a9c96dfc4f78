import { describe, expect, test } from 'vitest'
import { createRandom, type Random } from '../../../src/core/random'
import { measure, type Fitness, type GameOutcome } from '../../../src/core/tuning/fitness'
import { gamesToPlay, type Racing } from '../../../src/core/tuning/racing'

const mean: Fitness = { kind: 'mean' }
const outcome = (score: number, maxRank = 10): GameOutcome => ({ score, maxRank })

/** A score of mean `mean` with a coefficient of variation of 0.5, skewed as those of 2048 are: the sum of four exponentials. */
function drawScore(random: Random, mean: number): number {
  let sum = 0
  for (let i = 0; i < 4; i++) sum -= Math.log(1 - random.next())
  return (mean * sum) / 4
}

/** Plays until the race says so. */
function race(
  spec: { fitness: Fitness; games: number; racing: Racing },
  rival: number | undefined,
  play: () => GameOutcome,
): GameOutcome[] {
  const outcomes: GameOutcome[] = []
  for (let more = gamesToPlay(spec, rival, outcomes); more > 0; more = gamesToPlay(spec, rival, outcomes))
    for (let i = 0; i < more; i++) outcomes.push(play())
  return outcomes
}

describe('when it looks', () => {
  const spec = { fitness: mean, games: 25, racing: { every: 10, error: 0.05 } }

  test('without a rival, or without racing, all games are played at once', () => {
    expect(gamesToPlay(spec, undefined, [])).toBe(25)
    expect(gamesToPlay({ ...spec, racing: 'off' }, 1e9, [])).toBe(25)
    expect(gamesToPlay({ ...spec, racing: 'off' }, 1e9, Array<GameOutcome>(25).fill(outcome(1)))).toBe(0)
  })

  test('at the multiples of its step, to the last of the games', () => {
    const good = Array.from({ length: 25 }, (_, i) => outcome(1000 + i))
    expect([0, 3, 10, 19, 20, 22, 25].map(n => gamesToPlay(spec, 5, good.slice(0, n)))).toEqual([10, 7, 10, 1, 5, 3, 0])
  })

  test('a candidate far below its rival goes at the first look, one far above never', () => {
    let i = 0
    const play = () => outcome(1000 + (i++ % 7))
    expect(race(spec, 2000, play)).toHaveLength(10)
    expect(race(spec, 500, play)).toHaveLength(25)
  })

  // Scores 8,000 … 17,000: mean 12,500, s = 3,027.65. Bounds by Python with t quantiles from the integral of the density:
  // t(0.95; 9) = 1.83311 at the only look of 20 games, t(1 − 0.05/3; 9) = 2.50959 at the first of three of 40.
  test.each([
    [20, 13_741.02],
    [40, 14_580.84],
  ])('worked by hand: after 10 of %i games the bound is %d', (games, bound) => {
    const outcomes = Array.from({ length: 10 }, (_, i) => outcome(8000 + 1000 * i))
    const left = (rival: number) => gamesToPlay({ fitness: mean, games, racing: { every: 10, error: 0.05 } }, rival, outcomes)
    expect(left(bound - 5)).toBe(10)
    expect(left(bound + 5)).toBe(0)
  })
})

describe('what it gets wrong', () => {
  // Errors per candidate; 4,000 candidates a case, so that a share of `error` has a standard deviation of √(error/4000).
  const CANDIDATES = 4000

  test.each([
    { fitness: mean, error: 0.05, level: 1, luck: 1.0 },
    { fitness: mean, error: 0.05, level: 1, luck: 1.15 },
    { fitness: mean, error: 0.01, level: 1, luck: 1.1 },
    { fitness: mean, error: 0.05, level: 0.8, luck: 1.0 },
    { fitness: { kind: 'logMean' } as const, error: 0.05, level: 1, luck: 1.0 },
  ])(
    'of $fitness.kind, at an error of $error and a candidate of $level of a rival whose luck was $luck',
    ({ fitness, error, level, luck }) => {
      const spec = { fitness, games: 40, racing: { every: 10, error } }
      const random = createRandom(1)
      const rival = fitness.kind === 'mean' ? luck * 10_000 : Math.log(luck * 9_300)
      let wrong = 0
      let saved = 0
      for (let i = 0; i < CANDIDATES; i++) {
        const all = Array.from({ length: 40 }, () => outcome(drawScore(random, level * 10_000)))
        const waiting = [...all]
        const played = race(spec, rival, () => waiting.shift()!)
        saved += 40 - played.length
        if (played.length < 40 && measure(fitness, all).fitness >= rival) wrong++
      }
      expect(saved).toBeGreaterThan(0)
      // three standard deviations above the stated rate
      expect(wrong / CANDIDATES).toBeLessThan(error + 3 * Math.sqrt((error * (1 - error)) / CANDIDATES))
    },
  )

  test.each([
    { kind: 'median' },
    { kind: 'quantile', p: 0.2 },
    { kind: 'quantile', p: 0.6 },
    { kind: 'reach', face: 1024 },
  ] satisfies Fitness[])('of $kind: nothing', fitness => {
    const spec = { fitness, games: 20, racing: { every: 5, error: 0.05 } }
    const random = createRandom(2)
    let stopped = 0
    for (let i = 0; i < 2000; i++) {
      const all = Array.from({ length: 20 }, () => outcome(drawScore(random, 10_000), 9 + random.below(3)))
      const rival = fitness.kind === 'reach' ? random.next() : drawScore(random, 12_000)
      const waiting = [...all]
      const played = race(spec, rival, () => waiting.shift()!)
      if (played.length === 20) continue
      stopped++
      expect(measure(fitness, all).fitness).toBeLessThan(rival)
    }
    expect(stopped).toBeGreaterThan(100)
  })
})
