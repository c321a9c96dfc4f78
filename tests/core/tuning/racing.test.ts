import { describe, expect, test } from 'vitest'
import { createRandom, type Random } from '../../../src/core/random'
import { measure, type Fitness, type GameOutcome } from '../../../src/core/tuning/fitness'
import { OPTIMIZER_DEFAULTS } from '../../../src/core/tuning/optimizerConfig'
import { gamesToPlay, type Racing } from '../../../src/core/tuning/racing'
import { make, tellBatch } from '../support/optimizers'

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

  test('equal scores leave no doubt', () => {
    expect(race(spec, 1001, () => outcome(1000))).toHaveLength(10)
    expect(race(spec, 1000, () => outcome(1000))).toHaveLength(25)
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

  // On a flat objective, where bests are luck and fall when they are evaluated again: that is when a stopped one could pass for better.
  test.each([
    ['a swarm whose bests are evaluated again in each batch', { ...OPTIMIZER_DEFAULTS.constriction, particles: 20, reassess: 1 }],
    ['a swarm', { ...OPTIMIZER_DEFAULTS.inertia, particles: 20, reassess: 0 }],
    ['random search', { ...OPTIMIZER_DEFAULTS.random, batch: 20, reassess: 0 }],
    ['random search whose bests are evaluated again', { ...OPTIMIZER_DEFAULTS.random, batch: 20, reassess: 3 }],
    ['a grid', { ...OPTIMIZER_DEFAULTS.grid, batch: 20, steps: 9, reassess: 2 }],
  ] as const)('with %s what was stopped is no best, and no more of it would have become one than was agreed', (_, config) => {
    const spec = { fitness: mean, games: 20, racing: { every: 5, error: 0.1 } }
    let [evaluations, stops, wrong] = [0, 0, 0]
    for (let seed = 0; seed < 5; seed++) {
      const optimizer = make(config, seed)
      const random = createRandom(seed)
      const stopped = new Set<number>()
      for (let batch = 0; batch < 30; batch++) {
        tellBatch(optimizer, ({ id, rival }) => {
          const all = Array.from({ length: spec.games }, () => outcome(drawScore(random, 10_000)))
          const waiting = [...all]
          const played = race(spec, rival, () => waiting.shift()!)
          evaluations++
          if (played.length < spec.games) {
            stopped.add(id)
            if (measure(mean, all).fitness > rival!) wrong++
          }
          return { id, fitness: measure(mean, played).fitness, weight: played.length }
        })
        const bests = [...optimizer.contenders(99), ...optimizer.population().members.flatMap(({ best }) => best ?? [])]
        expect(bests.filter(({ id }) => stopped.has(id))).toEqual([])
      }
      stops += stopped.size
    }
    expect(stops).toBeGreaterThan(50)
    expect(wrong / evaluations).toBeLessThan(spec.racing.error + 3 * Math.sqrt(spec.racing.error / evaluations))
  })

  test('it pays: candidates of half the rival play less than half of the games', () => {
    const random = createRandom(4)
    let games = 0
    for (let i = 0; i < 200; i++)
      games += race({ fitness: mean, games: 40, racing: { every: 5, error: 0.05 } }, 10_000, () =>
        outcome(drawScore(random, 5_000)),
      ).length
    expect(games / (200 * 40)).toBeLessThan(0.5)
  })
})
