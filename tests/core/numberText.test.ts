import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type FixedDecimals,
  NUMBER_FORMS,
  type NumberForm,
  fixedDecimals,
  numberText,
  readNumber,
  readWord,
} from '../../src/core/numberText'

const forms = Object.keys(NUMBER_FORMS) as NumberForm[]
const LETTERS: Readonly<Record<string, number>> = { k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 }
/** Of every size that the lab shows. */
const value = fc
  .tuple(fc.double({ min: -1, max: 1, noNaN: true }), fc.integer({ min: -6, max: 15 }))
  .map(([part, power]) => part * 10 ** power)

/** What a text says, and the place of its last digit. */
function read(text: string): { amount: number; unit: number; letter: string | undefined } {
  const [, number, letter, percent] = /^([+−]?[\d,]+(?:\.\d+)?)(?: ([kMGTPE]))?(%| pp)?$/.exec(text)!
  const plain = number!.replaceAll(',', '').replace('−', '-')
  const scale = letter ? LETTERS[letter]! : percent ? 0.01 : 1
  return { amount: Number(plain) * scale, unit: scale * 10 ** -(plain.split('.')[1] ?? '').length, letter }
}

describe('a number that people read', () => {
  test.each([
    [1_605_432.289, 'value', '1,605,432'],
    [1_605_432.289, 'compact', '1.605 M'],
    [1_605_432.289, 'column', '1.60543 M'],
    [999_999.7, 'column', '1.00000 M'],
    [999_999, 'short', '1 M'],
    [999.9, 'short', '1 k'],
    [44_230_000, 'short', '44.2 M'],
    [4.5, 'threeDigits', '4.50'],
    [-0.0512, 'percentagePoints', '−5.1 pp'],
    [-0.0004, 'percentagePoints', '0.0 pp'],
    [2e21, 'compact', '2,000 E'],
    [Infinity, 'compact', '∞'],
  ] as const)('%d as %j: %s', (amount, form, text) => {
    expect(numberText(amount, form)).toBe(text)
  })

  test('is its value rounded at the last digit that is shown, and one that leaves digits away has a letter', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(...forms), (amount, form) => {
        const shown = read(numberText(amount, form))
        const error = Math.abs(shown.amount - amount)
        expect(error).toBeLessThanOrEqual(0.5 * shown.unit * (1 + 1e-9) + 1e-15 * Math.abs(amount))
        if (shown.letter === undefined) expect(shown.unit).toBeLessThanOrEqual(1)
      }),
      { numRuns: 3000 },
    )
  })

  test('has a minus sign of its own where it is below zero, and none where it is shown as zero', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(...forms), (amount, form) => {
        const text = numberText(amount, form)
        expect(text).not.toContain('-')
        expect(text.startsWith('−')).toBe(read(text).amount < 0)
        expect(Object.is(read(text).amount, -0)).toBe(false)
      }),
    )
  })

  test('is written as Intl writes it', () => {
    const digits = (most: number): Intl.NumberFormatOptions => ({ maximumSignificantDigits: most })
    const natural = { maximumFractionDigits: 0, roundingPriority: 'morePrecision' } as const
    const options: readonly (readonly [NumberForm | FixedDecimals, Intl.NumberFormatOptions])[] = [
      ['integer', { maximumFractionDigits: 0 }],
      ['value', { ...digits(6), ...natural }],
      ['full', { ...digits(12), ...natural }],
      ['exact', { ...digits(17), ...natural }],
      ['size', { ...digits(3), ...natural }],
      ['points', { maximumFractionDigits: 0, signDisplay: 'exceptZero' }],
      ['percent', { style: 'percent', maximumFractionDigits: 1 }],
      ['share', { style: 'percent', ...digits(3), ...natural }],
      ...[0, 1, 3].map(decimals => [fixedDecimals(decimals), fixedDecimals(decimals)] as const),
      [
        { ...fixedDecimals(2), signDisplay: 'exceptZero' },
        { ...fixedDecimals(2), signDisplay: 'exceptZero' },
      ],
    ]
    const intl = options.map(([form, its]) => [form, new Intl.NumberFormat('en', { signDisplay: 'negative', ...its })] as const)
    // halves at the last digit, and numbers that round up to a power of ten
    const edge = fc
      .tuple(fc.integer({ min: -1_000_005, max: 1_000_005 }), fc.integer({ min: -9, max: 9 }))
      .map(([digits, power]) => Number(`${digits}e${power}`))
    fc.assert(
      fc.property(
        fc.oneof(value, edge, fc.double({ noNaN: true, noDefaultInfinity: true })),
        fc.constantFrom(...intl),
        (amount, [form, its]) => {
          expect(numberText(amount, form)).toBe(its.format(amount).replaceAll('-', '−'))
        },
      ),
      { numRuns: 20_000 },
    )
  })
})

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
