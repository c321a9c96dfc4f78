/**
 * Terms as tables: what a term counts on every line of four tiles, worked out here once, so that the kernel only adds it up. A
 * term may count the same line otherwise in each row and column. A table has a number for each line of ranks 0 … 17, the
 * first rank as the lowest digit: 65,536 lines of tiles up to 32768, 104,976 in all, and is kept until the term has other
 * parameters.
 */
import { MAX_RANK, SIDE } from '../board'
import type { Line, LineFeature } from './lines'

export interface LineTerm {
  /** Id of the term; the last table of each id is cached. */
  readonly id: string
  /** What the feature depends on, in words. */
  readonly shape: string
  readonly weight: number
  readonly feature: LineFeature
}

const RANKS = MAX_RANK + 1
/** Numbers in a table. */
export const LINES_IN_TABLE = RANKS ** SIDE
/** Rows and columns. */
const PLACES = 8

interface Tables {
  readonly shape: string
  /** One, or one for each place. */
  readonly numbers: Float64Array
}

const cache = new Map<string, Tables>()

/**
 * Writes Σ weight × feature of every line, table by table.
 * @param into of the length of eight tables
 * @returns how many tables: none, 1 that all lines share, or 8, of the rows and then of the columns
 */
export function fillTables(terms: readonly LineTerm[], into: Float64Array): 0 | 1 | 8 {
  const weighed = terms.filter(({ weight }) => weight !== 0)
  if (weighed.length === 0) return 0
  const parts = weighed.map(term => ({ weight: term.weight, numbers: tablesOf(term) }))
  const count = parts.some(({ numbers }) => numbers.length > LINES_IN_TABLE) ? PLACES : 1
  parts.forEach(({ weight, numbers }, part) => {
    for (let place = 0; place < count; place++) {
      const sums = into.subarray(place * LINES_IN_TABLE, (place + 1) * LINES_IN_TABLE)
      const own =
        numbers.length > LINES_IN_TABLE ? numbers.subarray(place * LINES_IN_TABLE, (place + 1) * LINES_IN_TABLE) : numbers
      if (part === 0) for (let i = 0; i < LINES_IN_TABLE; i++) sums[i] = weight * own[i]!
      else for (let i = 0; i < LINES_IN_TABLE; i++) sums[i]! += weight * own[i]!
    }
  })
  return count
}

/** Where a line stands in a table. */
export function tableIndex(line: Line): number {
  return line[0] + RANKS * (line[1] + RANKS * (line[2] + RANKS * line[3]))
}

function tablesOf({ id, shape, feature }: LineTerm): Float64Array {
  const known = cache.get(id)
  if (known?.shape === shape) return known.numbers
  // A feature of the line alone asks for no place.
  const numbers = known?.numbers ?? new Float64Array((feature.length > 1 ? PLACES : 1) * LINES_IN_TABLE)
  const line: [number, number, number, number] = [0, 0, 0, 0]
  let at = 0
  for (let place = 0; at < numbers.length; place++)
    for (line[3] = 0; line[3] < RANKS; line[3]++)
      for (line[2] = 0; line[2] < RANKS; line[2]++)
        for (line[1] = 0; line[1] < RANKS; line[1]++)
          for (line[0] = 0; line[0] < RANKS; line[0]++) numbers[at++] = feature(line, place)
  cache.set(id, { shape, numbers })
  return numbers
}
