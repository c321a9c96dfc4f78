import { distance } from 'fastest-levenshtein'

/** Largest share of a word's characters that may differ from a known word for the word to count as a misspelling. */
const MOST_WRONG = 0.4

/** ` (Did you mean X?)` for the known word closest to a misspelt one; empty if none is close. */
export function didYouMean(word: string, known: readonly string[]): string {
  const wrongOf = (each: string): number => distance(word.toLowerCase(), each.toLowerCase())
  const [closest] = known.toSorted((a, b) => wrongOf(a) - wrongOf(b))
  if (closest === undefined || wrongOf(closest) > MOST_WRONG * Math.max(word.length, closest.length)) return ''
  return ` (Did you mean ${closest}?)`
}
