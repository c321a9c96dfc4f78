import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import { depthFor } from '../../src/core/games/twenty48/search/levels'
import {
  checkLimits,
  checkSettings,
  cutThreshold,
  PLAIN_SETTINGS,
  TABLE_BITS,
  type SearchLimits,
  type SearchSettings,
} from '../../src/core/search/settings'
import { MAX_DEPTH } from '../../src/core/game/limits'
import * as arbitrary from './support/arbitraries'
import { refusal } from './support/errors'

describe('settings that are refused, by field', () => {
  test.each<[field: keyof SearchSettings, value: unknown]>([
    ['leaf', 'horizon'],
    ['points', 'counted'],
    ['dead', NaN],
    ['dead', -1e13],
    ['floor', -Infinity],
    ['cut', -1e-9],
    ['cut', 1.0001],
    ['table', 'shared'],
    ['tableBits', TABLE_BITS.max + 1],
    ['tableBits', TABLE_BITS.min - 1],
    ['tableBits', 16.5],
  ])('%s: %s', (field, value) => {
    const error = refusal('BAD_SETTING', () => checkSettings({ ...PLAIN_SETTINGS, [field]: value }))
    expect(error.detail).toEqual({ field })
    expect(error.message).toMatch(new RegExp(`^${field}: `))
  })

  test('good ones come back as they are, the ends of ranges too', () => {
    fc.assert(
      fc.property(arbitrary.settings, s => {
        expect(checkSettings(s)).toBe(s)
      }),
    )
    for (const edge of [{ cut: 0 }, { cut: 1 }, { tableBits: TABLE_BITS.min }, { tableBits: TABLE_BITS.max }, { dead: -1e9 }])
      expect(() => checkSettings({ ...PLAIN_SETTINGS, ...edge })).not.toThrow()
  })
})

describe('limits that are refused, by field', () => {
  test.each<[field: keyof SearchLimits, value: unknown]>([
    ['depth', -1],
    ['depth', 2.5],
    ['depth', MAX_DEPTH + 1],
    ['depth', 'auto'],
    ['nodes', 0],
    ['nodes', 1.5],
    ['ms', -1],
    ['ms', NaN],
  ])('%s: %s', (field, value) => {
    const error = refusal('BAD_SETTING', () => checkLimits({ [field]: value }))
    expect(error.detail).toEqual({ field })
    expect(error.message).toMatch(new RegExp(`^${field}: `))
  })

  test.each<SearchLimits>([{}, { depth: 0 }, { depth: MAX_DEPTH }, { ms: 0 }, { depth: 'distinct', ms: 5 }])(
    '%o is fine',
    limits => {
      expect(checkLimits(limits)).toBe(limits)
    },
  )
})

describe('depth by a rule', () => {
  test.each<[position: string, distinct: number, empty: number]>([
    ['0000000000000011', 3, 3], // one kind of tile, 14 cells empty: both rules at their least
    ['0000000000012345', 3, 3],
    ['0000000000123456', 4, 3],
    ['0000012345678912', 7, 4],
    ['123456789ABCDEF1', 13, 9],
    ['1212121212121212', 3, 9],
    ['1212121200000001', 3, 3],
    ['0121212121212121', 3, 8],
  ])('%s: distinct %i, empty %i', (position, distinct, empty) => {
    const board = parseBoard(position)
    expect([depthFor(board, 'distinct'), depthFor(board, 'empty'), depthFor(board, 5)]).toEqual([distinct, empty, 5])
  })
})

test('a probability that equals the cut but for rounding is not below it, a smaller one is', () => {
  const reach = ((((1 / 9) * 0.9) / 9) * 0.9) / 9 / 9
  expect(0.9 ** 2 / 9 ** 4).not.toBe(reach)
  expect(reach < cutThreshold(0.9 ** 2 / 9 ** 4)).toBe(false)
  expect(reach * (1 - 1e-9) < cutThreshold(0.9 ** 2 / 9 ** 4)).toBe(true)
  expect(cutThreshold(0)).toBe(0)
})
