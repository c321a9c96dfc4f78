import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isotonicRegression as regress, thinned, type Point } from '../../../../../src/core/games/twenty48/scale/isotonic'

const pointsArbitrary = fc.array(
  fc.record({
    x: fc.integer({ min: 0, max: 30 }),
    y: fc.integer({ min: 0, max: 5 }),
    weight: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, maxLength: 12 },
)

const isotonicRegression = (points: readonly Point[]) => regress(points.toSorted((a, b) => a.x - b.x))

const total = (points: readonly Point[], of: (point: Point) => number) =>
  points.reduce((sum, point) => sum + point.weight * of(point), 0)

it('pools what falls, at its centre', () => {
  const points = [
    { x: 1, y: 1, weight: 1 },
    { x: 2, y: 3, weight: 1 },
    { x: 4, y: 0, weight: 2 },
    { x: 5, y: 4, weight: 1 },
  ]
  expect(isotonicRegression(points)).toEqual([
    { x: 2.75, y: 1, weight: 4, count: 3 },
    { x: 5, y: 4, weight: 1, count: 1 },
  ])
})

it('ascends strictly, and keeps weight and both means', () => {
  fc.assert(
    fc.property(pointsArbitrary, points => {
      const curve = isotonicRegression(points)
      for (const [i, { x, y }] of curve.slice(1).entries()) {
        expect(x).toBeGreaterThan(curve[i]!.x)
        expect(y).toBeGreaterThan(curve[i]!.y)
      }
      for (const of of [() => 1, (point: Point) => point.x, (point: Point) => point.y])
        expect(total(curve, of)).toBeCloseTo(total(points, of), 8)
    }),
  )
})

it('does not depend on the order of points of one x', () => {
  const ys = [0, 1, 1, 0, 1, 0]
  const at = (order: readonly number[]) => [
    { x: 0, y: 0.5, weight: 1 },
    ...order.map(y => ({ x: 1, y, weight: 1 })),
    { x: 2, y: 0.4, weight: 3 },
  ]
  expect(regress(at(ys))).toEqual(regress(at(ys.toReversed())))
})

it('thins by pooling the neighbours that differ least', () => {
  const curve = [0, 1, 1.1, 3].map((y, x) => ({ x, y, weight: x + 1, count: 1 }))
  expect(thinned(curve, 3).map(({ x }) => x)).toEqual([0, (2 * 1 + 3 * 2) / 5, 3])
  expect(thinned(curve, 4)).toEqual(curve)
})

it('is the minimax of means: max over starts of min over ends', () => {
  // the closed form of R. E. Barlow et al., "Statistical Inference under Order Restrictions" (1972), 1.4, on distinct x
  fc.assert(
    fc.property(pointsArbitrary, points => {
      const distinct = [...new Map(points.map(point => [point.x, point])).values()].toSorted((a, b) => a.x - b.x)
      const mean = (from: number, to: number) => {
        const some = distinct.slice(from, to + 1)
        return total(some, ({ y }) => y) / total(some, () => 1)
      }
      const fitted = distinct.map((_, i) =>
        Math.max(...distinct.slice(0, i + 1).map((_, from) => Math.min(...distinct.slice(i).map((_, to) => mean(from, i + to))))),
      )
      const levels = [...new Set(isotonicRegression(distinct).map(({ y }) => y.toFixed(9)))]
      expect([...new Set(fitted.map(y => y.toFixed(9)))]).toEqual(levels)
    }),
  )
})
