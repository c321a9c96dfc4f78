import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { valueRange } from '../../../../src/renderer/src/ui/game/chartSigns'
import { median } from '../../../../src/renderer/src/ui/words/numbers'

test('the median is the middle, or halfway between the two in the middle', () => {
  expect([[3], [10, 9, 1], [100, 3, 20, 4]].map(median)).toEqual([3, 9, 12])
})

const LOST = -1e9
const usual = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 60 })

describe('the axis of the value', () => {
  test('is not cut where no value is far from the others, nor where there is none, or one', () => {
    expect(valueRange([])).toEqual({})
    expect(valueRange([null, null])).toEqual({})
    expect(valueRange([LOST])).toEqual({})
    expect(valueRange([1, 2, null, 3, 20])).toEqual({})
  })

  test('is not cut if there are few values: they do not show what is extreme', () => {
    const few = Array.from({ length: 19 }, (_, i) => (i < 17 ? 100 + i / 10 : 500 * i))
    expect(valueRange(few)).toEqual({})
    expect(valueRange([...few, null, null])).toEqual({})
    expect(valueRange([...few, 100])).toHaveProperty('max')
  })

  test('is not cut where more than half of the values are the same', () => {
    expect(valueRange([...Array<number>(30).fill(7), LOST])).toEqual({})
  })

  test('ends a little beyond the others, on the side of what is far alone', () => {
    const near = Array.from({ length: 20 }, (_, i) => 1 + (i % 5))
    expect(valueRange([...near, LOST])).toEqual({ min: 1 - 0.2, lowest: LOST })
    expect(valueRange([...near, 1e9])).toEqual({ max: 5 + 0.2, highest: 1e9 })
    expect(valueRange([LOST, ...near, 2 * LOST, 1e9])).toEqual({
      ...{ min: 1 - 0.2, lowest: 2 * LOST },
      ...{ max: 5 + 0.2, highest: 1e9 },
    })
  })

  test('holds every value within twenty deviations of the median, and what it leaves out it names', () => {
    fc.assert(
      fc.property(usual, fc.array(fc.constantFrom(LOST, LOST / 10, 1e9), { maxLength: 5 }), (near, far) => {
        const values = [...near, ...far]
        const { min = -Infinity, max = Infinity, lowest, highest } = valueRange(values)
        const outside = values.filter(value => value < min || value > max)
        if (outside.some(value => value < min)) expect(lowest).toBe(Math.min(...values))
        if (outside.some(value => value > max)) expect(highest).toBe(Math.max(...values))
        expect(outside.length).toBeLessThanOrEqual(values.length / 2)
      }),
    )
  })
})
