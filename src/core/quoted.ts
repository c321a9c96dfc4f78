import { distance } from 'fastest-levenshtein'

/** Default number of characters of a text that an error quotes. */
const USUAL_LIMIT = 60
/** Characters of a path or of another program's message. */
const MOST_ABRIDGED = 300

/**
 * Characters that a terminal or a page would interpret instead of showing: control characters, line ends, marks of direction,
 * unpaired surrogates.
 */
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * Names an untrusted value in an error: a text in quotes, a number as it is, any other value by its kind. Calls no method of the
 * value and does not look inside it, so neither `{toString: 1}` nor a list nested 100,000 deep can make it fail.
 * @param limit characters of a text to show; a longer text ends in "…"
 */
export function quoted(value: unknown, limit: number = USUAL_LIMIT): string {
  switch (typeof value) {
    case 'string':
      return `"${visible(shortened(value, limit))}"`
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value)
    case 'boolean':
    case 'undefined':
      return String(value)
    case 'object':
      if (value === null) return 'null'
      return Array.isArray(value) ? `a list of ${value.length}` : 'an object'
    case 'bigint': // written down, one of a megabyte takes seconds
      return 'a big integer'
    default:
      return `a ${typeof value}`
  }
}

/** The first characters of a text, then "…"; no pair of surrogates is split. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text
  const end = /[\ud800-\udbff]/.test(text.charAt(limit - 1)) ? limit - 1 : limit
  return `${text.slice(0, end)}…`
}

/** Shortens a long path or message to its two ends, because neither end identifies it alone. */
export function abridged(text: string, limit: number = MOST_ABRIDGED): string {
  if (text.length <= limit) return text
  const room = limit - 1
  return `${text.slice(0, Math.ceil(room / 2))}…${text.slice(-Math.floor(room / 2))}`
}

/** Like `visible`, for a text of several lines. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n')
}

/** Writes invisible characters of untrusted text as escapes such as `\u001b`. */
export function visible(text: string): string {
  return text.replace(UNSEEN, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Largest share of a word's characters that may differ from a known word for the word to count as a misspelling. */
const MOST_WRONG = 0.4

/** ` (Did you mean X?)` for the known word closest to a misspelt one; empty if none is close. */
export function didYouMean(word: string, known: readonly string[]): string {
  const wrongOf = (each: string): number => distance(word.toLowerCase(), each.toLowerCase())
  const [closest] = known.toSorted((a, b) => wrongOf(a) - wrongOf(b))
  if (closest === undefined || wrongOf(closest) > MOST_WRONG * Math.max(word.length, closest.length)) return ''
  return ` (Did you mean ${closest}?)`
}
