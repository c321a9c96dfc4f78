import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRandom, drawNormal } from '../../../src/core/random'
import { normalQuantile, tQuantile } from '../../../src/core/stats/distributions'
import { startPoints } from '../../../src/core/tuning/start'
import { box } from '../support/optimizers'

describe('quantiles', () => {
  // Python 3.11: statistics.NormalDist().inv_cdf(p)
  test.each([
    [0.5, 0],
    [0.975, 1.9599639845400536],
    [0.9999, 3.7190164854557084],
    [1e-12, -7.034483825301132],
  ])('of the normal distribution at %d', (p, quantile) => {
    expect(normalQuantile(p)).toBeCloseTo(quantile, 12)
  })

  // Python: scipy.stats.t.isf(tail, freedom)
  test.each([
    [2.5, 0.005, 7.163728138948786],
    [4, 0.0001, 13.033671720896455],
    [7, 0.05 / 3, 2.6418596704980435],
    [9, 0.000005, 8.827483616823052],
    [999.5, 0.025, 1.962340270383846],
  ])('of Student’s t with %d degrees of freedom: a share of %d lies above %d', (freedom, tail, quantile) => {
    expect(tQuantile(freedom, tail) / quantile).toBeCloseTo(1, 10)
  })

  test('of Student’s t are those of closed forms where there are any', () => {
    fc.assert(
      fc.property(fc.double({ min: Math.log(1e-9), max: Math.log(0.4), noNaN: true }), logarithm => {
        const tail = Math.exp(logarithm)
        // W. T. Shaw, "Sampling Student's T distribution", J. Comput. Finance 9 (2006), eqs. 35, 36 and 37
        const alpha = 4 * tail * (1 - tail)
        const q = Math.cos(Math.acos(Math.sqrt(alpha)) / 3) / Math.sqrt(alpha)
        const exact = [
          [1, 1 / Math.tan(Math.PI * tail)],
          [2, (1 - 2 * tail) / Math.sqrt(2 * tail * (1 - tail))],
          [4, 2 * Math.sqrt(q - 1)],
        ] as const
        for (const [freedom, t] of exact) expect(tQuantile(freedom, tail) / t).toBeCloseTo(1, 11)
        expect(tQuantile(1e9, tail) / -normalQuantile(tail)).toBeCloseTo(1, 7)
        expect(tQuantile(1e5, tail) / tQuantile(99_999.9, tail)).toBeCloseTo(1, 8) // two ways to the same
      }),
    )
  })
})

test('normal deviates have the moments of the normal distribution', () => {
  const random = createRandom(1)
  const n = 100_000
  const draws = Array.from({ length: n }, () => drawNormal(random))
  const moment = (k: number) => draws.reduce((sum, each) => sum + each ** k, 0) / n
  // five standard deviations of each sample moment: variances 1, 2, 15 and 96 over n
  expect(Math.abs(moment(1))).toBeLessThan(5 * Math.sqrt(1 / n))
  expect(Math.abs(moment(2) - 1)).toBeLessThan(5 * Math.sqrt(2 / n))
  expect(Math.abs(moment(3))).toBeLessThan(5 * Math.sqrt(15 / n))
  expect(Math.abs(moment(4) - 3)).toBeLessThan(5 * Math.sqrt(96 / n))
})

describe('starts', () => {
  test('a Latin hypercube has one point in each slice of each coordinate', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.integer({ min: 1, max: 40 }), (seed, count) => {
        const points = startPoints({ kind: 'latin' }, box(3), count, createRandom(seed))
        for (let d = 0; d < 3; d++) {
          const slices = points.map(point => Math.min(count - 1, Math.floor(((point[d]! + 5) / 10) * count)))
          expect(new Set(slices).size).toBe(count)
        }
      }),
    )
  })

  test('scattered points are within a share of the range of theirs, and in the bounds', () => {
    const points = startPoints({ kind: 'scattered', around: [0, 4.5], share: 0.1 }, box(2), 2000, createRandom(1))
    const [first, second] = [0, 1].map(d => points.map(point => point[d]!))
    expect([Math.min(...first!), Math.max(...first!)]).toEqual([expect.closeTo(-1, 1) as number, expect.closeTo(1, 1) as number])
    expect([Math.min(...second!), Math.max(...second!)]).toEqual([
      expect.closeTo(3.5, 1) as number,
      expect.closeTo(5, 1) as number,
    ])
    expect(Math.max(...second!)).toBeLessThanOrEqual(5)
  })
})
