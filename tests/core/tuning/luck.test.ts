/** The luck of a best, held against bests that are drawn here. */
import { beforeEach, describe, expect, test } from 'vitest'
import { createRandom, drawNormal } from '../../../src/core/random'
import { finish } from '../../../src/core/sliced'
import { measure, type Fitness, type GameOutcome } from '../../../src/core/tuning/fitness'
import { expectedMaximum, luckOfEvaluations, luckOfGames } from '../../../src/core/tuning/luck'
import { runs } from '../../setup/extent'

let random = createRandom(1)
beforeEach(() => void (random = createRandom(1)))

/** As skewed as scores: gamma of shape 4, of this mean. */
function score(mean: number): number {
  let sum = 0
  for (let i = 0; i < 4; i++) sum -= Math.log(1 - random.next())
  return (mean * sum) / 4
}

const outcome = (mean: number): GameOutcome => ({ score: score(mean), maxRank: random.below(10) < 3 ? 11 : 10 })
const games = (count: number, mean: number) => Array.from({ length: count }, () => outcome(mean))
const average = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length

/** How far the best of so many evaluations stands above what all of them are worth. */
function luckOfDraws(fitness: Fitness, size: number, evaluations: number, mean: number): number {
  const worth = measure(fitness, games(runs(50_000, 100_000), mean)).fitness
  const best = () => Math.max(...Array.from({ length: evaluations }, () => measure(fitness, games(size, mean)).fitness))
  return average(Array.from({ length: runs(40, 200) }, best)) - worth
}

describe('the expected maximum', () => {
  test('is the mean over all ways to draw', () => {
    expect(expectedMaximum([1, 2, 6], 1)).toBeCloseTo(3, 12)
    expect(expectedMaximum([1, 2, 6], 2)).toBeCloseTo((1 + 3 * 2 + 5 * 6) / 9, 12)
    expect(expectedMaximum([5], 7)).toBe(5)
  })

  test('of many uniform values is k/(k + 1)', () => {
    const values = Array.from({ length: 100_000 }, (_, i) => (i + 0.5) / 100_000)
    for (const k of [1, 2, 10, 1000]) expect(expectedMaximum(values, k)).toBeCloseTo(k / (k + 1), 4)
  })
})

describe('from games of one player', () => {
  const cases: readonly (readonly [Fitness, number])[] = [
    [{ kind: 'mean' }, 1],
    [{ kind: 'mean' }, 10],
    [{ kind: 'median' }, 10],
    [{ kind: 'logMean' }, 5],
    [{ kind: 'reach', face: 2048 }, 10],
  ]
  test.each(cases)('%j of %i games: the best of 200 looks as much too good as that of games that are drawn', (fitness, size) => {
    const luck = finish(luckOfGames(fitness, games(3000, 20_000), size, 1))!
    const worth = fitness.kind === 'reach' || fitness.kind === 'logMean' ? 0 : 5000 // the level counts only where luck is in proportion
    const level = worth || 1
    const { amount, interval } = luck.of(200, level)
    const truth = luckOfDraws(fitness, size, 200, 5000)
    expect(Math.abs(amount / truth - 1)).toBeLessThan(0.12)
    expect(interval[0]).toBeLessThan(amount * 1.02)
    expect(interval[1]).toBeGreaterThan(amount * 0.98)
    expect(luck.amountOf(200, level)).toBe(amount)
  })

  test('one candidate has no luck', () => {
    const { amount } = finish(luckOfGames({ kind: 'mean' }, games(200, 1000), 1, 1))!.of(1, 1000)
    expect(amount).toBeCloseTo(0, 6)
  })

  test('games that all ended at 0 give no estimate', () => {
    const none = Array.from({ length: 20 }, () => ({ score: 0, maxRank: 3 }))
    expect(finish(luckOfGames({ kind: 'mean' }, none, 1, 1))).toBeUndefined()
  })
})

describe('from evaluations', () => {
  const fitness: Fitness = { kind: 'mean' }

  test('of single games: pooled over batches, each against its own mean', () => {
    const evaluations = Array.from({ length: 2000 }, (_, i) => {
      const iteration = Math.floor(i / 20)
      return { iteration, fitness: score(1000 + 100 * iteration), standardError: null }
    })
    const luck = finish(luckOfEvaluations(fitness, evaluations, 1))!
    expect(luck.from).toBe('spread')
    expect(luck.of(100, 5000).amount / luckOfDraws(fitness, 1, 100, 5000) - 1).toBeCloseTo(0, 0.8)
  })

  test('that have errors: as wide as these, however far the candidates differ', () => {
    const evaluations = Array.from({ length: 1000 }, (_, i) => ({
      iteration: Math.floor(i / 20),
      fitness: 10_000 + 2000 * drawNormal(random),
      standardError: 500,
    }))
    const luck = finish(luckOfEvaluations(fitness, evaluations, 1))!
    expect(luck.from).toBe('evaluations')
    // 2.508 is the expected maximum of 100 normal deviates
    expect(luck.of(100, 10_000).amount / (2.508 * 500)).toBeCloseTo(1, 0.8)
  })

  test('too few give no estimate', () => {
    const few = Array.from({ length: 9 }, () => ({ iteration: 0, fitness: score(100), standardError: null }))
    expect(finish(luckOfEvaluations(fitness, few, 1))).toBeUndefined()
  })
})
