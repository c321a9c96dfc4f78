import type { Row } from '../database'

interface Piece {
  readonly row: Row
  /** Of the first thing in it. */
  readonly first: number
  /** Things in it that count. */
  readonly length: number
}

/**
 * Of rows that follow one another those up to the first gap, which a damaged row leaves. What follows a gap is used again once the gap is
 * filled; where it lies over what is there by then, it does not count.
 *
 * @param rows by their `first`
 * @param most things that count
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
