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
  /** Numbers of at least this size are abbreviated. */
  readonly from?: number
  /** Pads with zeros, so that numbers in a column line up. */
  readonly padded?: boolean
  /** With a plus sign. */
  readonly signed?: boolean
  /** A hundred times the number, with this unit. */
  readonly hundredfold?: '%' | ' pp'
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
  /** A value where there is little room, and no unit letter. */
  brief: { digits: 4 },
  /** A value in a column of values, as wide as six digits. */
  column: { digits: 6, from: MILLION, padded: true },
  /** The number itself: more digits than a sum of this length has would be noise. */
  full: { digits: 12 },
  /** The number as it was set. */
  exact: { digits: 17 },
  loss: { digits: 3, from: THOUSAND, signed: true },
  points: { decimals: 0, signed: true },
  size: { digits: 3 },
  /** A number padded to the width of three digits. */
  threeDigits: { digits: 3, from: THOUSAND, padded: true },
  wholePercent: { decimals: 0, hundredfold: '%' },
  percent: { decimals: 1, hundredfold: '%' },
  /** A part of a whole that may be small: a probability. */
  share: { digits: 3, hundredfold: '%' },
  /** A difference of two shares or chances, in percentage points. In percent it would read as a part of one of them. */
  percentagePoints: { decimals: 1, padded: true, hundredfold: ' pp' },
} as const satisfies Readonly<Record<string, Form>>

export type NumberForm = keyof typeof NUMBER_FORMS

const LETTERS = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/** In `Intl`'s words, which the page's `n` takes. */
export interface FixedDecimals {
  readonly minimumFractionDigits: number
  readonly maximumFractionDigits: number
  readonly signDisplay?: 'negative' | 'exceptZero'
}

/** In English, as `Intl` writes it, whose data take longer to load than a short search. */
export function numberText(value: number, form: NumberForm | FixedDecimals): string {
  const its = typeof form === 'string' ? NUMBER_FORMS[form] : formOf(form)
  const { digits = 0, from }: Form = its
  if (from === undefined || !Number.isFinite(value) || Number(Math.abs(value).toPrecision(digits)) < from)
    return written(value, its, false)
  let power = Math.min(LETTERS.length - 1, Math.floor(Math.log10(Math.abs(value)) / 3))
  // 999,999 is a thousand k, that is 1 M
  if (Number(Math.abs(value / THOUSAND ** power).toPrecision(digits)) >= THOUSAND && power < LETTERS.length - 1) power++
  const letter = LETTERS[Math.max(1, power)]!
  return `${written(value / THOUSAND ** Math.max(1, power), its, true)} ${letter}`
}

/** A fixed number of decimals, zeros included, so that numbers in a column line up. */
export function fixedDecimals(decimals: number): FixedDecimals {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
}

function formOf({ maximumFractionDigits: decimals, signDisplay }: FixedDecimals): Form {
  return { decimals, padded: true, signed: signDisplay === 'exceptZero' }
}

/** A text of a number with the minus sign that people read. */
export function withMinus(text: string): string {
  return text.replaceAll('-', '−')
}

function written(value: number, { digits = 0, decimals, padded, signed, hundredfold }: Form, abbreviated: boolean): string {
  if (!Number.isFinite(value)) return withMinus(String(value).replace('Infinity', '∞'))
  const decimal = decimalOf(Math.abs(value), hundredfold ? 2 : 0)
  const before = decimal.power + 1
  // the digits before the point are shown whether or not there are more of them
  const figures = decimals === undefined ? Math.max(digits, abbreviated || padded ? 0 : before) : before + decimals
  const { text, power } = rounded(decimal, figures)
  const whole = power < 0 ? '0' : text.slice(0, power + 1).padEnd(power + 1, '0')
  const behind = ('0'.repeat(Math.max(0, -power - 1)) + text.slice(Math.max(0, power + 1))).replace(/0+$/, '')
  const fraction = padded ? behind.padEnd(decimals ?? digits - 1 - power, '0') : behind
  const isZero = !/[1-9]/.test(text)
  const sign = isZero ? '' : value < 0 ? '−' : signed ? '+' : ''
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${sign}${grouped}${fraction === '' ? '' : '.'}${fraction}${hundredfold ?? ''}`
}

/** Digits of which the first stands for 10^power. */
interface Decimal {
  readonly text: string
  readonly power: number
}

/** The shortest that says the number, times 10^shift. */
function decimalOf(size: number, shift: number): Decimal {
  const [mantissa, power] = size.toExponential().split('e') as [string, string]
  return { text: mantissa.replace('.', ''), power: size === 0 ? 0 : Number(power) + shift }
}

/** Rounds to `count` digits, half away from zero. */
function rounded({ text, power }: Decimal, count: number): Decimal {
  const head = text.slice(0, Math.max(0, count))
  if (!(count >= 0 && text.charAt(count) >= '5')) return { text: head, power }
  const up = String(BigInt(head) + 1n)
  return { text: up, power: power + up.length - count }
}

/** Windows are a little wider than their numbers, so that rounding cuts nothing: what is left of that beside 0. */
const NOTHING = 1e-9

/** Shows an end of a window. A number near 0 would have up to 324 digits, so it is written as 0. */
export function endValue(end: number): number {
  return Math.abs(end) < NOTHING ? 0 : end
}

/** Digits of the numbers that ends lie beside; numbers of more digits are shown rounded in any case. */
const DIGITS = 8
/** What `clearlyBelow` and `clearlyAbove` leave between, as a share of the number. */
const [LEAST_OFF, MOST_OFF] = [1.5e-11, 2.5e-11]

/** `⁻` or `⁺` for an end just below or above the number that it is shown as. Where ties at the root count, 3 lies within `3⁻ … ∞`. */
export function endSign(end: number): '' | '⁺' | '⁻' {
  if (Math.abs(end) === Number.MIN_VALUE) return end > 0 ? '⁺' : '⁻'
  if (!Number.isFinite(end)) return ''
  const off = end - Number(end.toPrecision(DIGITS))
  const share = Math.abs(off / end)
  if (!(share > LEAST_OFF && share < MOST_OFF)) return ''
  return off > 0 ? '⁺' : '⁻'
}

type ReadNumber =
  | { readonly value: number }
  /**
   * `groups`: separators that are not between groups of three; `point`: a point that may be one, in a whole number. `plain`: the digits
   * that were understood, without separators.
   */
  | { readonly problem: 'groups' | 'point'; readonly plain: string }
  | { readonly problem: 'noNumber' }

const NUMBER = /^([+-]?)(?=[^e]*\d)([\d.,_' ]*)(?:e([+-]?\d+))?$/i
/** A point that separates thousands or decimals. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/
/** How far full-width characters are from the plain ones. */
const FULL_WIDTH = 0xfee0
/** A number, or what is meant as one. */
const BEGINS = /^[+-]?[.,]?\d/
const THREES = /^\d{1,3}(?:([.,_' ])\d{3})(?:\1\d{3})*$/

/**
 * A number as people type it, one reader for the window and the terminal:
 *
 * 1. The minus sign is "-" or "−" (U+2212), which the lab itself prints. Full-width characters of input methods read as the plain ones.
 * 2. Thousands are separated by commas, points, blanks, apostrophes or underscores, all of one kind, and only in whole groups of three.
 * 3. A decimal comma is read where the text can mean nothing else: 1,5 and 0,125 and 1.234,5. But 1,234 is 1234, as the lab prints it.
 *
 * @param whole for what seldom has three decimals: 10.000 is then refused, because it may be ten thousand or ten
 */
export function readNumber(text: string, whole = false): ReadNumber {
  const [, sign, digits = '', exponent = '0'] = NUMBER.exec(plainMinus(plainCharacters(text))) ?? []
  if (sign === undefined) return { problem: 'noNumber' }
  const mark = decimalMark(digits)
  const [front = '', fraction = ''] = mark === undefined ? [digits] : digits.split(mark)
  const plain = sign + digits.replaceAll(/\D/g, '') + (exponent === '0' ? '' : `e${exponent}`)
  if (!/^\d*$/.test(fraction) || !(/^\d*$/.test(front) || THREES.test(front))) return { problem: 'groups', plain }
  if (whole && AMBIGUOUS.test(digits)) return { problem: 'point', plain }
  const value = Number(`${sign}${front.replaceAll(/\D/g, '') || '0'}.${fraction || '0'}e${exponent}`)
  return Number.isFinite(value) ? { value } : { problem: 'noNumber' }
}

/** Full-width characters, blanks and apostrophes as the plain ones. Others stay: ⁹ is no 9. */
function plainCharacters(text: string): string {
  const halved = (wide: string) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH)
  return text
    .replaceAll(/[！-～]/g, halved)
    .replaceAll(/\s/g, ' ')
    .replaceAll('’', "'")
    .trim()
}

/**
 * A word that is a number or a text.
 * @param refused makes the error for a word that begins as a number and is none: 1,23,4 and 0x10
 * @param whole as in `readNumber`
 */
export function readWord(text: string, refused: (problem: string) => Error, whole = false): number | string {
  const read = readNumber(text, whole)
  if ('value' in read) return read.value
  if ('plain' in read) throw refused(separatorFault(read))
  if (BEGINS.test(plainMinus(plainCharacters(text)))) throw refused('not a number')
  return text
}

/** Whether a text has a point that others may read as a separator of thousands: 1.234. */
export function isAmbiguous(text: string): boolean {
  return AMBIGUOUS.test(text.trim().replace(/^[-+−]/, ''))
}

/** What is wrong with the separators of a number. */
export function separatorFault({ problem, plain }: Extract<ReadNumber, { readonly plain: string }>): string {
  return problem === 'point'
    ? `its point may separate thousands or decimals; without it it is ${plain}`
    : `its separators are not between groups of three digits, as in 1,234.5; without them it is ${plain}`
}

/** The text with "-" for each "−" (U+2212), of the same length: for notations whose numbers have neither groups nor decimal commas. */
export function plainMinus(text: string): string {
  return text.replaceAll('−', '-')
}

/** Which of the separators is the decimal point. */
function decimalMark(digits: string): '.' | ',' | undefined {
  const [points, commas] = ['.', ','].map(mark => digits.split(mark).length - 1) as [number, number]
  if (points === 1 && commas === 0) return '.'
  if (points === 1 && commas === 1) return digits.indexOf('.') > digits.indexOf(',') ? '.' : ','
  if (points === 1) return '.'
  if (commas !== 1) return undefined
  return points === 0 && /^[1-9]\d{0,2},\d{3}$/.test(digits) ? undefined : ','
}

/** Longest digits that are written out. */
const MOST_DIGITS = 15

/** A count of any size: 5,478 or 1.24 × 10^205. @param digits decimal */
export function bigText(digits: string): string {
  if (digits.length <= MOST_DIGITS) return numberText(Number(digits), 'integer')
  return `${digits[0]}.${digits.slice(1, 3)} × 10^${digits.length - 1}`
}
