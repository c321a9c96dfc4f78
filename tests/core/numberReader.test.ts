import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNumber, readWord } from '../../src/core/numberReader'
import { NUMBER_FORMS, numberText } from '../../src/core/numberText'

test.each([
  ['1.5', 1.5],
  ['1,5', 1.5],
  [',5', 0.5],
  ['-1,6321', -1.6321],
  ['+2e3', 2000],
  ['1,5e−3', 0.0015],
  ['1,234', 1234],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['1.234.567,8', 1_234_567.8],
  ['12\u00a0345\u202f678', 12_345_678],
  ['1_000_000', 1_000_000],
  ["1'234'567.8", 1_234_567.8],
  ['１２．５', 12.5],
])('%s is %d', (text, value) => {
  expect(readNumber(text)).toEqual({ value })
})

test.each(['1,23,456', '12,34,567.8', '1_0', '1 2', '1234,567.8', '1,234.567.8', '1.5,3.2', '1,234 567', ',,5'])(
  '%s has separators that do not divide groups of three',
  text => {
    expect(readNumber(text)).toEqual({ problem: 'groups', plain: text.replaceAll(/\D/g, '') })
  },
)

test.each(['10.000', '-1.234'])('%s is refused where a whole number is asked for: it may be two', text => {
  expect(readNumber(text, true)).toMatchObject({ problem: 'point' })
  expect(readNumber(text)).toEqual({ value: Number(text) })
})

test.each(['', ' ', '-', 'NaN', 'Infinity', '1e999', '0x10', '1e', '--1', '1k', 'e5', '.', '1;5', '10⁹', '−10⁹', '2²', '①', '½'])(
  '%j is no number',
  text => {
    expect(readNumber(text)).toEqual({ problem: 'noNumber' })
  },
)

test('every number that JavaScript writes is read to the last bit', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
      expect(readNumber(String(value))).toEqual({ value: value === 0 ? 0 : value })
    }),
  )
})

test('a number as the lab prints it is read as it was printed', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), value => {
      const text = numberText(value, 'value')
      expect(readNumber(text)).toEqual({ value: Number(text.replaceAll(',', '').replace('−', '-')) })
    }),
  )
  expect(NUMBER_FORMS.value).not.toHaveProperty('from') // no unit letter
})

test.each([
  ['1,000', 1000],
  ['1,5', 1.5],
  ['−2e−3', -0.002],
  ['ucb', 'ucb'],
  ['e5', 'e5'],
  ['Infinity', 'Infinity'],
])('the word %s is %j', (text, value) => {
  expect(readWord(text, Error)).toBe(value)
})

test('a word for a whole number has no point that may be two', () => {
  expect(() => readWord('10.000', Error, true)).toThrow('may separate thousands or decimals; without it it is 10000')
  expect(readWord('10.000', Error)).toBe(10)
})

test.each([
  ['1,23,4', 'its separators are not between groups of three digits, as in 1,234.5; without them it is 1234'],
  ['0x10', 'not a number'],
  ['1k', 'not a number'],
  ['-.5.', 'not between groups'],
  ['５ｐ', 'not a number'],
])('the word %s begins as a number, and is none', (text, problem) => {
  expect(() => readWord(text, Error)).toThrow(problem)
})
