import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixedDecimals, NUMBER_FORMS, numberText, type FixedDecimals, type NumberForm } from '../../src/core/numberText'

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
