/**
 * Boards as values. Narrow: `u64`, cell i in bits 4i … 4i + 3, for ranks up to 15. Wide: `v128`, the low four bits of
 * the ranks in the first half, the fifth bits in the second at the same places, for ranks up to 17. The search is
 * compiled for both; a type argument `Board` is one of the two.
 */
import { LINE_SLIDES, POINTS, SLIDES, WIDE_LEFT, WIDE_POINTS, WIDE_RIGHT } from './memory'

/** Directions in the order of search. */
export const UP: u32 = 0
export const DOWN: u32 = 1
export const LEFTWARDS: u32 = 2
export const RIGHTWARDS: u32 = 3

const LOW_BITS: u64 = 0x1111_1111_1111_1111

// @ts-expect-error: decorator
@inline
export function low<Board>(board: Board): u64 {
  if (isVector<Board>()) return v128.extract_lane<u64>(board, 0)
  else return board
}

// @ts-expect-error: decorator
@inline
export function high<Board>(board: Board): u64 {
  if (isVector<Board>()) return v128.extract_lane<u64>(board, 1)
  else return 0
}

// @ts-expect-error: decorator
@inline
export function makeBoard<Board>(lowBits: u64, highBits: u64): Board {
  if (isVector<Board>()) return v128.replace_lane<u64>(v128.splat<u64>(lowBits), 1, highBits)
  else return lowBits
}

// @ts-expect-error: decorator
@inline
export function same<Board>(a: Board, b: Board): bool {
  if (isVector<Board>()) return low<Board>(a) == low<Board>(b) && high<Board>(a) == high<Board>(b)
  else return a == b
}

/** The lowest bit of the nibble of each empty cell. */
// @ts-expect-error: decorator
@inline
export function emptyCells<Board>(board: Board): u64 {
  let x = low<Board>(board) | high<Board>(board)
  x |= x >> 2
  x |= x >> 1
  return ~x & LOW_BITS
}

/** The board with a tile of rank 1 or 2 in an empty cell, given as its bit of `emptyCells`. */
// @ts-expect-error: decorator
@inline
export function withTile<Board>(board: Board, cell: u64, rank: u64): Board {
  if (isVector<Board>()) return v128.replace_lane<u64>(board, 0, low<Board>(board) | (cell * rank))
  else return board | (cell * rank)
}

/** Rows become columns. */
// @ts-expect-error: decorator
@inline
export function transposed(x: u64): u64 {
  const a = (x & 0xf0f00f0ff0f00f0f) | ((x & 0x0000f0f00000f0f0) << 12) | ((x & 0x0f0f00000f0f0000) >> 12)
  return (a & 0xff00ff0000ff00ff) | ((a & 0x00ff00ff00000000) >> 24) | ((a & 0x00000000ff00ff00) << 24)
}

/** Line 0 … 3: a row of a board, or a column if the board is transposed. An index into the tables of lines. */
// @ts-expect-error: decorator
@inline
export function lineOf<Board>(lowBits: u64, highBits: u64, line: u64): usize {
  const index = <usize>((lowBits >> (line << 4)) & 0xffff)
  if (isVector<Board>()) {
    const fifth = <usize>((highBits >> (line << 4)) & 0xffff)
    return index | (((fifth & 1) | ((fifth >> 3) & 2) | ((fifth >> 6) & 4) | ((fifth >> 9) & 8)) << 16)
  } else return index
}

/** The board after a slide, the same board if nothing moves. */
// @ts-expect-error: decorator
@inline
export function slide<Board>(board: Board, direction: u32): Board {
  if (isVector<Board>()) return slideWide<Board>(board, direction)
  else if (direction < LEFTWARDS) {
    const columns = transposed(board)
    const last = <usize>(direction == UP ? 0 : 8)
    return (
      load<u64>((lineOf<u64>(columns, 0, 0) << 5) + last, LINE_SLIDES) |
      (load<u64>((lineOf<u64>(columns, 0, 1) << 5) + last, LINE_SLIDES) << 4) |
      (load<u64>((lineOf<u64>(columns, 0, 2) << 5) + last, LINE_SLIDES) << 8) |
      (load<u64>((lineOf<u64>(columns, 0, 3) << 5) + last, LINE_SLIDES) << 12)
    )
  } else {
    const last = <usize>(direction == LEFTWARDS ? 0 : 2)
    return (
      <u64>load<u16>((lineOf<u64>(board, 0, 0) << 2) + last, SLIDES) |
      (<u64>load<u16>((lineOf<u64>(board, 0, 1) << 2) + last, SLIDES) << 16) |
      (<u64>load<u16>((lineOf<u64>(board, 0, 2) << 2) + last, SLIDES) << 32) |
      (<u64>load<u16>((lineOf<u64>(board, 0, 3) << 2) + last, SLIDES) << 48)
    )
  }
}

function slideWide<Board>(board: Board, direction: u32): Board {
  const vertical = direction < LEFTWARDS
  const table = direction == UP || direction == LEFTWARDS ? WIDE_LEFT : WIDE_RIGHT
  const lowBits = vertical ? transposed(low<Board>(board)) : low<Board>(board)
  const highBits = vertical ? transposed(high<Board>(board)) : high<Board>(board)
  let lowSlid: u64 = 0
  let highSlid: u64 = 0
  for (let line: u64 = 0; line < 4; line++) {
    const slid = <u64>load<u32>(table + (lineOf<Board>(lowBits, highBits, line) << 2))
    const fifth = slid >> 16
    lowSlid |= (slid & 0xffff) << (line << 4)
    highSlid |= ((fifth & 1) | ((fifth & 2) << 3) | ((fifth & 4) << 6) | ((fifth & 8) << 9)) << (line << 4)
  }
  return vertical ? makeBoard<Board>(transposed(lowSlid), transposed(highSlid)) : makeBoard<Board>(lowSlid, highSlid)
}

/** Points of a slide. */
// @ts-expect-error: decorator
@inline
export function pointsOf<Board>(board: Board, direction: u32): f64 {
  const vertical = direction < LEFTWARDS
  if (isVector<Board>()) return widePoints(low<Board>(board), high<Board>(board), vertical)
  else return pointsOfLines(select<u64>(transposed(board), board, vertical))
}

/** Points of the slides along the lines of a narrow board. */
// @ts-expect-error: decorator
@inline
export function pointsOfLines(lines: u64): f64 {
  return <f64>(
    (load<u32>(lineOf<u64>(lines, 0, 0) << 2, POINTS) +
      load<u32>(lineOf<u64>(lines, 0, 1) << 2, POINTS) +
      (load<u32>(lineOf<u64>(lines, 0, 2) << 2, POINTS) + load<u32>(lineOf<u64>(lines, 0, 3) << 2, POINTS)))
  )
}

function widePoints(lowBits: u64, highBits: u64, vertical: bool): f64 {
  if (vertical) {
    lowBits = transposed(lowBits)
    highBits = transposed(highBits)
  }
  let sum: u32 = 0
  for (let line: u64 = 0; line < 4; line++) sum += load<u32>(lineOf<v128>(lowBits, highBits, line) << 2, WIDE_POINTS)
  return sum
}

/** Sum of the face values, up to 262,140. */
export function faceSum(lowBits: u64, highBits: u64): u32 {
  let sum: u32 = 0
  for (let shift: u64 = 0; shift < 64; shift += 4) sum += (1 << <u32>(((lowBits >> shift) & 15) | (((highBits >> shift) & 1) << 4))) & ~1
  return sum
}
