import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/core/random'
import { tQuantile } from '../../../src/core/stats/studentT'
import { normalQuantile } from '../../../src/core/stats/normalQuantile'
import { eigenOf } from '../../../src/core/tuning/cmaes/eigen'
import { drawNormal } from '../../../src/core/tuning/normal'
import { startPoints } from '../../../src/core/tuning/start'
import { keepInside } from '../../../src/core/tuning/swarm/boundary'
import { box } from '../support/optimizers'

describe('quantiles', () => {
  // Python 3.11: statistics.NormalDist().inv_cdf(p)
  test.each([
    [0.5, 0],
    [0.6, 0.2533471031357997],
    [0.95, 1.6448536269514715],
    [0.975, 1.9599639845400536],
    [0.9999, 3.7190164854557084],
    [1e-12, -7.034483825301132],
  ])('of the normal distribution at %d', (p, quantile) => {
    expect(normalQuantile(p)).toBeCloseTo(quantile, 12)
  })

  // Python: scipy.stats.t.isf(tail, freedom)
  test.each([
    [2.5, 0.005, 7.163728138948786],
    [3, 0.025, 3.1824463052837086],
    [4, 0.0001, 13.033671720896455],
    [5, 0.025, 2.570581835636314],
    [7, 0.05 / 3, 2.6418596704980435],
    [9, 0.000005, 8.827483616823052],
    [30, 0.001, 3.385184866829305],
    [999.5, 0.025, 1.962340270383846],
    [40_000, 0.005, 2.5759522227607827],
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

describe('eigenvectors', () => {
  const entry = fc.double({ min: -10, max: 10, noNaN: true })
  const symmetric = fc
    .integer({ min: 1, max: 7 })
    .chain(n =>
      fc
        .array(fc.array(entry, { minLength: n, maxLength: n }), { minLength: n, maxLength: n })
        .map(rows => rows.map((row, i) => row.map((_, j) => (i <= j ? rows[i]![j]! : rows[j]![i]!)))),
    )

  test('B D Bᵀ is the matrix, and B is orthogonal', () => {
    fc.assert(
      fc.property(symmetric, matrix => {
        const { values, vectors } = eigenOf(matrix)
        const size = 1 + Math.max(...matrix.flat().map(Math.abs))
        matrix.forEach((row, i) =>
          row.forEach((each, j) => {
            const composed = values.reduce((sum, value, k) => sum + vectors[i]![k]! * value * vectors[j]![k]!, 0)
            expect(Math.abs(composed - each)).toBeLessThan(1e-12 * size)
            const product = vectors.reduce((sum, of) => sum + of[i]! * of[j]!, 0)
            expect(product).toBeCloseTo(i === j ? 1 : 0, 12)
          }),
        )
      }),
    )
  })

  test('far apart, as those of a narrow valley, are exact to their own digits', () => {
    // Eigenvalues 1e6 and 1e-2 turned by 30°
    const [c, s] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)]
    const [a, b] = [1e6, 1e-2]
    const { values } = eigenOf([
      [c * c * a + s * s * b, c * s * (a - b)],
      [c * s * (a - b), s * s * a + c * c * b],
    ])
    const [low, high] = values.toSorted((x, y) => x - y)
    expect(high! / a).toBeCloseTo(1, 12)
    expect(low! / b).toBeCloseTo(1, 6)
  })
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

describe('walls', () => {
  const wall = { name: 'x', min: -1, max: 3 }
  const random = createRandom(1)

  test('clamp stops, reflect bounces as often as it takes, none lets through', () => {
    expect(keepInside('clamp', 4, 2, wall, random)).toEqual([3, 0])
    expect(keepInside('reflect', 4, 2, wall, random)).toEqual([2, -2])
    expect(keepInside('reflect', -2.5, -2, wall, random)).toEqual([0.5, 2])
    expect(keepInside('reflect', 8, 6, wall, random)).toEqual([0, 6]) // to 3, back to −1, on to 0
    expect(keepInside('none', 8, 6, wall, random)).toEqual([8, 6])
    expect(keepInside('clamp', 3, 2, wall, random)).toEqual([3, 2])
  })

  test('redraw sets it anywhere, at rest', () => {
    const places = Array.from({ length: 200 }, () => keepInside('redraw', 9, 5, wall, random))
    expect(places.every(([x, v]) => x >= -1 && x <= 3 && v === 0)).toBe(true)
    expect(Math.min(...places.map(([x]) => x))).toBeLessThan(-0.9)
    expect(Math.max(...places.map(([x]) => x))).toBeGreaterThan(2.9)
  })
})
