import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eigenOf } from '../../../src/core/stats/eigen'

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
