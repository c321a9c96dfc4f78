import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ecdf } from '../../../src/core/stats/ecdf'
import { eloOf, eloOfScore, scoreOfElo } from '../../../src/core/stats/elo'
import { gsprt, type MatchBounds } from '../../../src/core/stats/gsprt'
import { gamesNeeded } from '../../../src/core/stats/sampleSize'
import { shareDifference } from '../../../src/core/stats/shareDifference'

describe('Elo', () => {
  test('and score are inverse to each other, and 400 more are ten to one', () => {
    expect(scoreOfElo(400)).toBeCloseTo(10 / 11, 12)
    fc.assert(
      fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), elo => {
        expect(eloOfScore(scoreOfElo(elo))).toBeCloseTo(elo, 6)
      }),
    )
  })

  test('of only won games is infinite, and of only drawn ones 0', () => {
    expect(eloOf([0, 0, 5])).toEqual({ elo: Infinity, interval: [Infinity, Infinity], superiority: 1 })
    expect(eloOf([0, 5, 0])).toEqual({ elo: 0, interval: [0, 0], superiority: 0.5 })
  })

  test('of pairs that mirror each other is narrower than of their games', () => {
    // each pair has one win and one loss: the games vary, the pairs hardly do
    const width = ([low, high]: readonly [number, number]) => high - low
    expect(width(eloOf([1, 0, 98, 0, 1]).interval)).toBeLessThan(width(eloOf([100, 0, 100]).interval) / 3)
  })
})

describe('the sequential test of a match', () => {
  const bounds: MatchBounds = { elo0: 0, elo1: 20, alpha: 0.05, beta: 0.05 }

  test('decides for the side that the results are on, and for neither before the first', () => {
    expect(gsprt([0, 0, 0], bounds).accepted).toBe('none')
    expect(gsprt([100, 100, 400], bounds).accepted).toBe('elo1')
    expect(gsprt([400, 100, 100], bounds).accepted).toBe('elo0')
    expect(gsprt([100, 100, 101], bounds).accepted).toBe('none')
  })

  test('turns about with the players', () => {
    const { llr } = gsprt([30, 50, 90], bounds)
    expect(gsprt([90, 50, 30], { ...bounds, elo0: 0, elo1: -20 }).llr).toBeCloseTo(llr, 9)
  })
})

test('the difference of shares is the published one', () => {
  // R. G. Newcombe, Statist. Med. 17 (1998), 873–890, Table II: 56/70 − 48/80, method 10
  const [low, high] = shareDifference({ successes: 56, trials: 70 }, { successes: 48, trials: 80 })
  expect(low).toBeCloseTo(0.0524, 4)
  expect(high).toBeCloseTo(0.3339, 4)
})

test('games needed are those of the normal approximation, and ten at least', () => {
  // SciPy: ((norm.ppf(0.975) + norm.ppf(0.8)) * 10 / 1) ** 2 = 784.886…
  expect(gamesNeeded(10, 1)).toBe(785)
  // ((norm.ppf(0.995) + norm.ppf(0.9)) * 10 / 1) ** 2 = 1487.9…
  expect(gamesNeeded(10, 1, { alpha: 0.01, power: 0.9 })).toBe(1488)
  expect(gamesNeeded(1, 100)).toBe(10)
})

test('the empirical distribution has a step for each different value', () => {
  // numpy: np.unique([3, 1, 3, 2], return_counts=True), then cumsum / 4
  expect(ecdf([3, 1, 3, 2])).toEqual([
    { value: 1, share: 0.25 },
    { value: 2, share: 0.5 },
    { value: 3, share: 1 },
  ])
  expect(ecdf([])).toEqual([])
})
