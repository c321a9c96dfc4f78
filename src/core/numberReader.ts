/**
 * Numbers as people type them, one reader for the window and the terminal:
 *
 * 1. The minus sign is "-" or "−" (U+2212), which the lab itself prints. Full-width characters of input methods read as the plain ones.
 * 2. Thousands are separated by commas, points, blanks, apostrophes or underscores, all of one kind, and only in whole groups of three.
 * 3. A decimal comma is read where the text can mean nothing else: 1,5 and 0,125 and 1.234,5. But 1,234 is 1234, as the lab prints it.
 */

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

/** @param whole for what seldom has three decimals: 10.000 is then refused, because it may be ten thousand or ten */
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
