import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eigenOf, principalComponents, project } from '../../../src/core/stats/eigen'
import { createRandom } from '../../../src/core/random'

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
})

const points = fc
  .integer({ min: 2, max: 7 })
  .chain(size =>
    fc.array(fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: size, maxLength: size }), { minLength: 1 }),
  )

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0)

describe('principal components', () => {
  test('the axes have length 1 and stand at right angles', () => {
    fc.assert(
      fc.property(points, sample => {
        const { axes } = principalComponents(sample)
        expect(dot(axes[0], axes[0])).toBeCloseTo(1, 9)
        expect(dot(axes[1], axes[1])).toBeCloseTo(1, 9)
        expect(dot(axes[0], axes[1])).toBeCloseTo(0, 9)
      }),
    )
  })

  test('no direction varies more than the first axis', () => {
    fc.assert(
      fc.property(points, fc.nat(), (sample, seed) => {
        const components = principalComponents(sample)
        const variance = (axis: readonly number[]) =>
          sample.reduce(
            (sum, p) =>
              sum +
              dot(
                axis,
                p.map((x, i) => x - components.mean[i]!),
              ) **
                2,
            0,
          )
        const random = createRandom(seed)
        const direction = components.mean.map(() => random.next() - 0.5)
        const length = Math.sqrt(dot(direction, direction))
        const other = variance(direction.map(x => x / length))
        expect(other).toBeLessThanOrEqual(variance(components.axes[0]) * (1 + 1e-9) + 1e-9)
      }),
    )
  })

  test('points of a plane keep their distances in the picture', () => {
    const plane = [
      [1, 2],
      [3, -1],
      [-2, 0.5],
    ].map(([u, v]) => [u! + v!, u! - v!, 2 * u!, 1])
    const components = principalComponents(plane)
    const shown = plane.map(point => project(components, point))
    const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((x, i) => x - b[i]!))
    expect(distance(shown[0]!, shown[1]!)).toBeCloseTo(distance(plane[0]!, plane[1]!), 9)
    expect(distance(shown[1]!, shown[2]!)).toBeCloseTo(distance(plane[1]!, plane[2]!), 9)
  })
})
