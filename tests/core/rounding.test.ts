import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differenceToBest, isEqualButForRounding, isHigher } from '../../src/core/rounding'

const value = fc.double({ min: -1e12, max: 1e12, noNaN: true })

describe('equal but for rounding', () => {
  test.each([
    [-1e9, -1e9 + 0.009, true],
    [-1e9, -1e9 + 0.011, false],
    [0, -0, true],
    [0, 5e-324, false],
  ])('%d and %d: %s', (one, other, equal) => {
    expect(isEqualButForRounding(one, other)).toBe(equal)
  })

  test('is what differs by at most 1e-11 of the larger magnitude, whichever comes first', () => {
    fc.assert(
      fc.property(value, fc.double({ min: -3e-11, max: 3e-11, noNaN: true }), (one, part) => {
        const other = one * (1 + part)
        const equal = Math.abs(one - other) / Math.max(Math.abs(one), Math.abs(other)) <= 1e-11 || one === other
        expect(isEqualButForRounding(one, other)).toBe(equal)
        expect(isEqualButForRounding(other, one)).toBe(equal)
      }),
    )
  })

  test('of two values one is higher or they are equal, and only an equal of the best differs by 0', () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect([isHigher(one, other), isHigher(other, one), isEqualButForRounding(one, other)].filter(Boolean)).toHaveLength(1)
        const best = Math.max(one, other)
        expect(differenceToBest(one, best) === 0).toBe(isEqualButForRounding(one, best))
        expect(differenceToBest(one, best)).toBeLessThanOrEqual(0)
      }),
    )
  })
})
