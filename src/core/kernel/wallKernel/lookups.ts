/** How a kernel finds the weights of a board: see `assembly/lookups.ts`. */
import { badSetting } from '../../settingChecks'
import { SIDE } from '../../games/twenty48/board'
import { digitsOf, SYMMETRIES, tableSizes, type NetworkShape } from '../../games/twenty48/wallGame/network'
import { LOOKUP_BYTES, MOST_PATTERNS, PATTERN_BYTES } from './layout'

interface LookupPlaces {
  /** Address of the lookups: 32 bytes for each tuple and symmetry. */
  readonly lookups: number
  /** Address of the patterns: `MOST_PATTERNS` tables of `PATTERN_BYTES`. */
  readonly patterns: number
}

/**
 * Writes the lookups of a network, and the patterns that they need.
 * @returns the number of lookups
 * @throws {LabError} `BAD_SETTING` for a tuple whose cells lie in more than two rows and more than two columns
 */
export function writeLookups(buffer: ArrayBufferLike, shape: NetworkShape, at: LookupPlaces): number {
  const view = new DataView(buffer)
  const digits = digitsOf(shape)
  const patterns = new Map<string, number>()
  const tableOf = (places: readonly number[]): number => {
    const key = places.join()
    let table = patterns.get(key)
    if (table === undefined) {
      if (patterns.size === MOST_PATTERNS) throw badSetting('tuples', `more than ${MOST_PATTERNS} orders of cells in a line`)
      table = at.patterns + patterns.size * PATTERN_BYTES
      fillPattern(buffer, table, places, digits)
      patterns.set(key, table)
    }
    return table
  }
  let { lookups: lookup } = at
  let base = 0
  for (const [i, cells] of shape.tuples.entries()) {
    for (const symmetry of SYMMETRIES) {
      const [first, second] = linesOf(cells.map(cell => symmetry[cell]!))
      const numbers = [
        4 * first.line,
        tableOf(first.places),
        4 * second.line,
        tableOf(second.places),
        digits ** second.places.length,
        base,
      ]
      numbers.forEach((number, j) => view.setUint32(lookup + 4 * j, number, true))
      lookup += LOOKUP_BYTES
    }
    base += tableSizes(shape)[i]!
  }
  return shape.tuples.length * SYMMETRIES.length
}

/** The ranks that choose the weight set: a nibble each. */
export function stagesOf({ stages }: Pick<NetworkShape, 'stages'>): number {
  return stages.reduce((bits, rank, i) => bits | (rank << (4 * i)), 0)
}

/** The number that the digits at some places of a line form, for each line. */
function fillPattern(buffer: ArrayBufferLike, table: number, places: readonly number[], digits: number): void {
  const numbers = new Uint16Array(buffer, table, 65536)
  for (let line = 0; line < 65536; line++) {
    let number = 0
    for (const place of places) number = number * digits + Math.min((line >> (4 * place)) & 15, digits - 1)
    numbers[line] = number
  }
}

interface LinePart {
  /** Rows 0 … 3, then columns 4 … 7. */
  readonly line: number
  readonly places: readonly number[]
}

/** Cells in their order as parts of at most two lines, both rows or both columns. */
function linesOf(cells: readonly number[]): readonly [LinePart, LinePart] {
  for (const columns of [false, true]) {
    const parts: { line: number; places: number[] }[] = []
    for (const cell of cells) {
      const [row, column] = [Math.floor(cell / SIDE), cell % SIDE]
      const [line, place] = columns ? [SIDE + column, row] : [row, column]
      if (parts.at(-1)?.line === line) parts.at(-1)!.places.push(place)
      else parts.push({ line, places: [place] })
    }
    const [first, second = { line: 0, places: [] }, ...more] = parts
    if (more.length === 0) return [first!, second]
  }
  throw badSetting('tuples', `cells ${cells.join(', ')} lie in more than two rows and more than two columns`)
}
