import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addingUp, decimalsFor } from '../../../../src/renderer/src/ui/words/numbers'

test('rounded parts add up to the rounded sum, and none is off by more than a unit of the last digit', () => {
  const part = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 30 }), parts => {
      const total = parts.reduce((sum, each) => sum + each, 0)
      const shown = addingUp(parts, total)
      const unit = 10 ** shown.decimals
      const units = shown.parts.map(each => Math.round(each * unit))
      expect(units.reduce((sum, each) => sum + each, 0) - Math.round(shown.total * unit)).toBeCloseTo(0, 9)
      shown.parts.forEach((each, i) => expect(Math.abs(each - parts[i]!)).toBeLessThanOrEqual(1.01 / unit))
      expect(Math.abs(shown.total - total)).toBeLessThanOrEqual(0.51 / unit)
    }),
  )
})

test('what rounding down leaves over goes to the parts that lost most', () => {
  expect(addingUp([1.00001, 1.00008, 1.00009, 1.00002], 4.0002).parts).toEqual([1, 1.0001, 1.0001, 1])
})

test.each([
  [[10 / 3, 12], 4],
  [[1387.25431], 2],
  [[1 / 3], 4],
  [[0.0012345], 6],
  [[0.5, 0.25], 2],
  [[0, 0], 0],
  [[1605432.289], 0],
])('%j are compared with the decimals that they need, and no more than are read: %i', (values, decimals) => {
  expect(decimalsFor(values)).toBe(decimals)
})
