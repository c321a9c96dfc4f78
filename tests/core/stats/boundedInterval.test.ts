import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/core/random'
import { boundedInterval, tInterval, wilsonInterval, type Interval } from '../../../src/core/stats/intervals'

describe('the interval of the mean of values within a range', () => {
  test('stays within the range, and has the mean inside', () => {
    const values = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 5, maxLength: 60 })
    fc.assert(
      fc.property(values, fc.constantFrom(1, 4), (each, scale) => {
        const range: Interval = [-4 / scale, 4 / scale]
        const scaled = each.map(value => value / scale)
        const interval = boundedInterval(scaled, range)
        if (!interval) return expect(new Set(scaled).size).toBe(1)
        const mean = scaled.reduce((sum, value) => sum + value, 0) / scaled.length
        expect(interval[0]).toBeGreaterThanOrEqual(range[0] - 1e-12)
        expect(interval[1]).toBeLessThanOrEqual(range[1] + 1e-12)
        expect(interval[0]).toBeLessThanOrEqual(mean + 1e-12)
        expect(interval[1]).toBeGreaterThanOrEqual(mean - 1e-12)
      }),
    )
  })

  test('far from both ends is nearly Student’s, and of wins and losses nearly Wilson’s', () => {
    const middle = Array.from({ length: 100 }, (_, i) => (i % 7) / 70)
    const [student, bounded] = [tInterval(middle), boundedInterval(middle, [-1, 1])!]
    expect(Math.abs(bounded[0] - student[0])).toBeLessThan(0.0005)
    expect(Math.abs(bounded[1] - student[1])).toBeLessThan(0.0005)
    const won = Array.from({ length: 200 }, (_, i) => Number(i % 5 === 0))
    const [low, high] = boundedInterval(won, [0, 1])!
    const wilson = wilsonInterval(40, 200)
    expect(Math.abs(low - wilson[0])).toBeLessThan(0.003)
    expect(Math.abs(high - wilson[1])).toBeLessThan(0.003)
  })

  test('holds the mean about 95 times in 100 near an end, where Student’s leaves the range', () => {
    const random = createRandom(34)
    const rounds = 1500
    let [held, outside] = [0, 0]
    for (let round = 0; round < rounds; round++) {
      // pairs of games of a player that loses 90 in 100: the mean is −0.8
      const game = () => (random.next() < 0.9 ? -1 : 1)
      const pairs = Array.from({ length: 20 }, () => (game() + game()) / 2)
      const interval = boundedInterval(pairs, [-1, 1])
      held += Number(interval !== undefined && interval[0] <= -0.8 && -0.8 <= interval[1])
      outside += Number(tInterval(pairs)[0] < -1)
    }
    expect(held / rounds).toBeGreaterThan(0.93)
    expect(outside / rounds).toBeGreaterThan(0.1)
  })
})
