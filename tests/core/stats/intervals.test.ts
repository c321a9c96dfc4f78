import { expect, test } from 'vitest'
import { createRandom } from '../../../src/core/random'
import { meanInterval, weightedShare, wilsonInterval } from '../../../src/core/stats/intervals'

test('one stratum has Wilson’s interval, and a stratum that does not count changes nothing', () => {
  const one = weightedShare([{ weight: 3, successes: 7, trials: 20 }])
  expect(one).toMatchObject({ share: 0.35, interval: wilsonInterval(7, 20).map(end => expect.closeTo(end, 12) as number) })
  expect(
    weightedShare([
      { weight: 3, successes: 7, trials: 20 },
      { weight: 0, successes: 0, trials: 5 },
    ]),
  ).toEqual(one)
})

test('the interval holds the true share about 95 times of 100', () => {
  const random = createRandom(5)
  const strata = [
    { weight: 0.6, p: 0.05 },
    { weight: 0.3, p: 0.5 },
    { weight: 0.1, p: 0.97 },
  ]
  const truth = strata.reduce((sum, { weight, p }) => sum + weight * p, 0)
  let held = 0
  for (let i = 0; i < 2000; i++) {
    const drawn = strata.map(({ weight, p }) => {
      let successes = 0
      for (let game = 0; game < 50; game++) if (random.below(10_000) < 10_000 * p) successes++
      return { weight, successes, trials: 50 }
    })
    const { share, interval } = weightedShare(drawn)
    expect(share).toBeGreaterThanOrEqual(interval[0])
    if (interval[0] <= truth && truth <= interval[1]) held++
  }
  expect(held / 2000).toBeGreaterThan(0.93)
  expect(held / 2000).toBeLessThan(0.98)
})

test.each([[NaN], [Infinity], [1e308]])('an interval of values with %s is refused, and is not drawn for ever', value => {
  expect(() => meanInterval([...Array.from({ length: 11 }, (_, i) => i), value], 1)).toThrow(RangeError)
})
