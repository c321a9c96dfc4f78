/**
 * Numbers as people read them, in the window and the terminal. What programs read (JSON, CSV) has every digit and "-".
 *
 * 1. A number without a unit letter is the value rounded at its last digit: the digits before the point are all known ones,
 *    never zeros that stand for unknown digits. 1,605,432.289 is 1,605,432, not 1,605,430.
 * 2. A number that leaves digits before the point away carries a unit letter: 1.605 M. k, M, G, T, P, E are 10^3 … 10^18.
 * 3. The minus sign is "−" (U+2212), and nothing that is shown as zero has one.
 */

interface Form {
  /** Significant digits at most; before the point there may be more of them unless the number is abbreviated. */
  readonly digits?: number
  /** Digits behind the point at most, in the place of `digits`. */
  readonly decimals?: number
  /** Abbreviated from this size on. */
  readonly from?: number
  /** With zeros at the end, so that numbers below each other line up. */
  readonly padded?: boolean
  /** With a plus sign. */
  readonly signed?: boolean
  readonly percent?: boolean
}

const THOUSAND = 1000
const MILLION = 1e6

export const NUMBER_FORMS = {
  integer: { decimals: 0 },
  /** Where there is little room. */
  compact: { digits: 4, from: THOUSAND },
  /** A count in a line of text. */
  short: { digits: 3, from: THOUSAND },
  /** Neighbours on an axis must differ, as 1.6075 M and 1.608 M do. */
  tick: { digits: 6, from: THOUSAND },
  /** A value: 1.387 M and 1.386 M must not look alike when they differ. */
  value: { digits: 6 },
  /** A value in a column of values, as wide as six digits. */
  column: { digits: 6, from: MILLION, padded: true },
  /** The number itself: more digits than a sum of this length has would be noise. */
  full: { digits: 12 },
  /** As it was set. */
  exact: { digits: 17 },
  loss: { digits: 3, from: THOUSAND, signed: true },
  points: { decimals: 0, signed: true },
  size: { digits: 3 },
  /** As wide as three digits. */
  threeDigits: { digits: 3, from: THOUSAND, padded: true },
  wholePercent: { decimals: 0, percent: true },
  percent: { decimals: 1, percent: true },
  /** A part of a whole that may be small: a probability. */
  share: { digits: 3, percent: true },
} as const satisfies Readonly<Record<string, Form>>

export type NumberForm = keyof typeof NUMBER_FORMS

const LETTERS = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

const formatters = new Map<string, Intl.NumberFormat>()

/**
 * @param form by name, or `Intl`'s options where the number of digits is known only from other numbers
 * @param locale of the digits' grouping and the decimal point
 */
export function numberText(value: number, form: NumberForm | Intl.NumberFormatOptions, locale = 'en'): string {
  if (typeof form !== 'string') return byIntl(value, JSON.stringify(form), locale, () => ({ signDisplay: 'negative', ...form }))
  const its: Form = NUMBER_FORMS[form]
  const { digits = 0, from = Infinity } = its
  if (!(Number(Math.abs(value).toPrecision(digits || 1)) >= from) || !Number.isFinite(value))
    return byIntl(value, form, locale, () => optionsOf(its, false))
  let power = Math.min(LETTERS.length - 1, Math.floor(Math.log10(Math.abs(value)) / 3))
  // 999,999 is a thousand k, that is 1 M
  if (Number(Math.abs(value / THOUSAND ** power).toPrecision(digits)) >= THOUSAND && power < LETTERS.length - 1) power++
  const letter = LETTERS[Math.max(1, power)]!
  return `${byIntl(value / THOUSAND ** Math.max(1, power), `${form} by letter`, locale, () => optionsOf(its, true))} ${letter}`
}

/** Always as many digits behind the point, zeros too, so that numbers below each other line up. */
export function fixedDecimals(decimals: number) {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
}

/** A text of `Intl` with the minus sign that people read. */
export function withMinus(text: string): string {
  return text.replaceAll('-', '−')
}

/** A formatter is made once: an `Intl.NumberFormat` costs more than a thousand numbers by it. */
function byIntl(value: number, name: string, locale: string, options: () => Intl.NumberFormatOptions): string {
  const key = `${locale} ${name}`
  let known = formatters.get(key)
  if (!known) formatters.set(key, (known = new Intl.NumberFormat(locale, options())))
  return withMinus(known.format(value))
}

function optionsOf({ digits, decimals, padded, signed, percent }: Form, abbreviated: boolean): Intl.NumberFormatOptions {
  return {
    ...(percent && { style: 'percent' }),
    signDisplay: signed ? 'exceptZero' : 'negative',
    ...(decimals !== undefined && { maximumFractionDigits: decimals }),
    ...(digits !== undefined && {
      maximumSignificantDigits: digits,
      ...(padded && { minimumSignificantDigits: digits }),
      // the digits before the point are shown whether or not there are more of them
      ...(!abbreviated && !padded && { maximumFractionDigits: 0, roundingPriority: 'morePrecision' as const }),
    }),
  }
}
