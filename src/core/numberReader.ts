/**
 * Numbers as people type them, one reader for the window and the terminal:
 *
 * 1. The minus sign is "-" or "−" (U+2212), which the lab itself prints. Full-width characters of input methods read as the plain ones.
 * 2. Thousands are separated by commas, points, blanks, apostrophes or underscores, all of one kind, and only in whole groups of three.
 * 3. A decimal comma is read where the text can mean nothing else: 1,5 and 0,125 and 1.234,5. But 1,234 is 1234, as the lab prints it.
 */

export type ReadNumber =
  | { readonly value: number }
  /** `groups`: separators that are not between groups of three. `plain`: the digits that were understood, without separators. */
  | { readonly problem: 'groups'; readonly plain: string }
  | { readonly problem: 'noNumber' }

const NUMBER = /^([+-]?)(?=[^e]*\d)([\d.,_' ]*)(?:e([+-]?\d+))?$/i
const THREES = /^\d{1,3}(?:([.,_' ])\d{3})(?:\1\d{3})*$/

export function readNumber(text: string): ReadNumber {
  const [, sign, digits = '', exponent = '0'] = NUMBER.exec(plainMinus(text.normalize('NFKC').replaceAll('’', "'").trim())) ?? []
  if (sign === undefined) return { problem: 'noNumber' }
  const mark = decimalMark(digits)
  const [whole = '', fraction = ''] = mark === undefined ? [digits] : digits.split(mark)
  if (!/^\d*$/.test(fraction) || !(/^\d*$/.test(whole) || THREES.test(whole)))
    return { problem: 'groups', plain: sign + digits.replaceAll(/\D/g, '') }
  const value = Number(`${sign}${whole.replaceAll(/\D/g, '') || '0'}.${fraction || '0'}e${exponent}`)
  return Number.isFinite(value) ? { value } : { problem: 'noNumber' }
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
