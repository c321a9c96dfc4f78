/**
 * Moves on boards that are not won, by a table of lines: the results of `slide` of `twenty48/board`, in a fraction of its time. A search
 * enters millions of positions, and would spend most of its time on moves.
 */
import { CELLS, lineCells, MOVES, SIDE, slide, type Board, type Rank, type Slide } from '../twenty48/board'

/** Ranks of a board that is not won fit into four bits; so does the 2048 that two of them make. */
const RANK_BITS = 4
const MAX_RANK = 10
const CODES = 2 ** (SIDE * RANK_BITS)
const RANK_MASK = 2 ** RANK_BITS - 1

/** By move: the cells of its four lines one after the other, each line from the wall that tiles slide to. */
const CELLS_OF = MOVES.map(move => lineCells(move).flat())

/** By the code of a line: its code after a move towards its first cell, and the points. */
interface Lines {
  readonly slid: Uint16Array
  readonly points: Uint16Array
}

let lines: Lines | undefined

/** @param board not won @param move its number in `MOVES` @returns `undefined` for an illegal move */
export function slideByTable(board: Board, move: number): Slide | undefined {
  const { slid, points } = (lines ??= makeLines())
  const cells = CELLS_OF[move]
  if (!cells) return undefined
  let next: Rank[] | undefined
  let reward = 0
  for (let i = 0; i < CELLS; i += SIDE) {
    const code = codeOf(board, cells, i)
    let left = slid[code]!
    if (left === code) continue
    next ??= board.slice()
    reward += points[code]!
    for (let place = SIDE - 1; place >= 0; place--) {
      next[cells[i + place]!] = left & RANK_MASK
      left >>= RANK_BITS
    }
  }
  return next && { board: next, reward }
}

/** @param board not won @param move its number in `MOVES` */
export function canSlide(board: Board, move: number): boolean {
  const { slid } = (lines ??= makeLines())
  const cells = CELLS_OF[move]!
  for (let i = 0; i < CELLS; i += SIDE) {
    const code = codeOf(board, cells, i)
    if (slid[code] !== code) return true
  }
  return false
}

/** The first cell of the line in its highest bits. */
function codeOf(board: Board, cells: readonly number[], from: number): number {
  return (
    (board[cells[from]!]! << (3 * RANK_BITS)) |
    (board[cells[from + 1]!]! << (2 * RANK_BITS)) |
    (board[cells[from + 2]!]! << RANK_BITS) |
    board[cells[from + 3]!]!
  )
}

function makeLines(): Lines {
  const slid = new Uint16Array(CODES)
  const points = new Uint16Array(CODES)
  const rest = Array<Rank>(CELLS - SIDE).fill(0)
  for (let code = 0; code < CODES; code++) {
    const ranks = [3, 2, 1, 0].map(place => (code >> (place * RANK_BITS)) & RANK_MASK)
    if (Math.max(...ranks) > MAX_RANK) continue
    const left = slide([...ranks, ...rest], 'left')
    slid[code] = left ? left.board.slice(0, SIDE).reduce((all, rank) => (all << RANK_BITS) | rank, 0) : code
    points[code] = left?.reward ?? 0
  }
  return { slid, points }
}
