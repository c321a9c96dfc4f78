import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MoveTimes, bucketOf, TimesSum, timeQuantile } from '../../../src/core/stats/moveTimes'
import { createRandom, type Random } from '../../../src/core/random'
import { meanInterval, meanIntervalSteps, tInterval, wilsonInterval } from '../../../src/core/stats/intervals'
import { mean, median } from '../../../src/core/stats/summary'
import { runs } from '../../setup/extent'

describe('Wilson interval', () => {
  const counts = fc.nat(2000).chain(trials => fc.tuple(fc.nat(trials), fc.constant(trials)))

  test('lies in 0 … 1, holds the share, and mirrors when successes and failures are swapped', () => {
    fc.assert(
      fc.property(counts, ([successes, trials]) => {
        const [low, high] = wilsonInterval(successes, trials)
        const [mirrorLow, mirrorHigh] = wilsonInterval(trials - successes, trials)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        if (trials > 0) {
          expect(low).toBeLessThanOrEqual(successes / trials)
          expect(high).toBeGreaterThanOrEqual(successes / trials)
        }
        expect(mirrorLow).toBeCloseTo(1 - high, 10)
        expect(mirrorHigh).toBeCloseTo(1 - low, 10)
      }),
    )
  })

  test('without trials nothing is known', () => {
    expect(wilsonInterval(0, 0)).toEqual([0, 1])
  })
})

describe('interval of the mean', () => {
  test('the same values and seed give the same interval, another seed another', () => {
    const values = sample(createRandom(1), 50, exponential)
    expect(meanInterval(values, 7)).toEqual(meanInterval(values, 7))
    expect(meanInterval(values, 7)).not.toEqual(meanInterval(values, 8))
  })

  test('holds the mean, and all of Student’s interval', () => {
    const several = fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(several, fc.nat(), (values, seed) => {
        const [low, high] = meanInterval(values, seed)
        const student = tInterval(values)
        expect(low).toBeLessThanOrEqual(student[0])
        expect(high).toBeGreaterThanOrEqual(student[1])
        expect(low).toBeLessThanOrEqual(mean(values) + 1e-6)
        expect(high).toBeGreaterThanOrEqual(mean(values) - 1e-6)
      }),
      { numRuns: 10 },
    )
  })

  // as the scores of positional's ten games, of which eight are much alike: the bootstrap-t's end was nine half-widths away
  test('no end is further from the mean than three times Student’s half-width, and may be as far', () => {
    const alike = [100_000, 101_000, 101_000, 101_000, 102_000, 102_000, 102_000, 102_000, 103_000, 900_000]
    const student = tInterval(alike)
    const half = (student[1] - student[0]) / 2
    const [low, high] = meanInterval(alike, 1)
    expect(low).toBe(student[0])
    expect((high - mean(alike)) / half).toBeCloseTo(3, 9)
    const [mirroredLow, mirroredHigh] = meanInterval(alike.map(value => -value), 1) // oxfmt-ignore
    expect([mirroredLow, mirroredHigh]).toEqual([-high, -low])
  })

  // Student's alone has 0.92 there: docs/statistics.md has the coverage of scores
  test('of ten values of a skewed distribution it covers the mean in 93 of 100 samples or more', () => {
    const random = createRandom(21)
    const samples = runs(200, 400)
    let covered = 0
    for (let i = 0; i < samples; i++) {
      const [low, high] = meanInterval(sample(random, 10, skewed), i, 1_000)
      if (low <= 2 && 2 <= high) covered++
    }
    expect(covered / samples).toBeGreaterThan(0.93)
    expect(covered / samples).toBeLessThan(0.985)
  })

  test.each([
    [0.5, 0.6745],
    [0.8, 1.2816],
    [0.99, 2.5758],
  ])('at the level %d is as wide as the normal interval at that level', (level, z) => {
    for (const n of [400, 6_000]) {
      const values = sample(createRandom(n), n, random => random.next())
      const [low, high] = meanInterval(values, 1, undefined, level)
      expect((high - low) / ((2 * z * Math.sqrt(1 / 12)) / Math.sqrt(n))).toBeCloseTo(1, 1)
    }
  })

  // the main process takes them between other work: 55,000 draws are a millisecond or two
  test.each([2, 20, 200, 500, 1000, 5000])('in steps, of %i values, it is the same, and there are enough of them', n => {
    const values = sample(createRandom(n), n, random => random.below(10_000))
    const steps = meanIntervalSteps(values, 5, 1_000)
    let count = 1
    for (let next = steps.next(); ; next = steps.next(), count++) {
      if (!next.done) continue
      expect(next.value).toEqual(meanInterval(values, 5, 1_000))
      break
    }
    expect(count).toBeGreaterThan((n * 1_000) / 55_000)
  })

  test('one value gives no interval, and equal values one of no width', () => {
    expect(meanInterval([42], 1)).toEqual([-Infinity, Infinity])
    expect(meanInterval([42, 42, 42], 1)).toEqual([42, 42])
  })
})

describe('histogram of times', () => {
  const times = fc.array(fc.double({ min: 0.05, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 200 })

  test('a bucket holds the times from 1.02^b up to 1.02^(b+1) microseconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100, max: 1000 }), fc.double({ min: 0.001, max: 0.999, noNaN: true }), (bucket, part) => {
        expect(bucketOf(1.02 ** (bucket + part))).toBe(bucket)
      }),
    )
  })

  test('a time of 0 has a bucket too', () => {
    expect(Number.isSafeInteger(bucketOf(0))).toBe(true)
  })

  test('quantiles are within 1 % of those of the times themselves', () => {
    fc.assert(
      fc.property(times, fc.constantFrom(0.5, 0.95, 0.99), (microseconds, p) => {
        const histogram = mergeTimes(microseconds.map(time => ({ counts: [[bucketOf(time), 1] as const] })))
        const sorted = microseconds.toSorted((a, b) => a - b)
        const exact = sorted[Math.ceil(p * sorted.length) - 1]! / 1000
        expect(timeQuantile(histogram, p)! / exact).toBeCloseTo(1, 1.69) // half of 10^-1.69 is 0.0102
      }),
    )
  })

  test('a game’s times, which are flat, add up as those of many games', () => {
    const sum = new TimesSum()
    sum.addGame(Int32Array.of(-3, 2, 5, 1))
    sum.add({ counts: [[5, 4]] })
    sum.addGame(Int32Array.of(700, 1))
    expect(sum.times).toEqual({ counts: [[-3, 2], [5, 5], [700, 1]] }) // oxfmt-ignore
  })

  test('no times, no numbers', () => {
    expect(timeQuantile(mergeTimes([]), 0.5)).toBeUndefined()
  })
})

function mergeTimes(all: readonly MoveTimes[]): MoveTimes {
  const sum = new TimesSum()
  for (const times of all) sum.add(times)
  return sum.times
}

test('the median of an even number of values is halfway between the middle two', () => {
  expect(median([4, 1, 3, 100])).toBe(3.5)
})

function sample(random: Random, n: number, draw: (random: Random) => number): number[] {
  return Array.from({ length: n }, () => draw(random))
}

function exponential(random: Random): number {
  return -Math.log(1 - random.next())
}

/** Gamma of shape 2: nearly as skewed as scores, and of mean 2. */
function skewed(random: Random): number {
  return exponential(random) + exponential(random)
}
