import type { Row } from '../database'

interface Piece {
  readonly row: Row
  /** Index of its first item. */
  readonly first: number
  /** Number of its valid items. */
  readonly length: number
}

/**
 * The rows of a sequence up to the first gap, which a damaged row leaves. Rows after the gap count again once it is filled; a row
 * that then overlaps others does not count.
 * @param rows ordered by their `first`
 * @param most valid items
 */
export function piecesOf(rows: readonly Row[], lengthOf: (row: Row) => number, most: number) {
  const pieces: Piece[] = []
  let done = 0
  for (const row of rows) {
    const first = row['first'] as number
    if (first < done) continue
    if (first > done || done >= most) break
    const length = Math.min(lengthOf(row), most - done)
    pieces.push({ row, first, length })
    done += length
  }
  return { pieces, done }
}
