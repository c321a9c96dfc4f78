/** What a mistake did to the structure of a board that the better move left whole. */
import { CELLS, emptyCells, lineCells, maxRank, MOVES, SIDE, slide, type Board, type Move, type Rank } from './board'

/**
 * - `corner`: the largest tile was in a corner, and no corner has the largest tile any more.
 * - `row`: the row of the largest tile fell in order from its corner; a tile left it, or its order broke.
 * - `spawn`: one cell is empty, so the next tile must come there, and a 2 meets no 2.
 * - `merge`: the better move merges larger tiles, and after this move no move merges two of their size.
 */
export const MISTAKE_KINDS = ['corner', 'row', 'spawn', 'merge'] as const
export type MistakeKind = (typeof MISTAKE_KINDS)[number]

const CORNERS = [0, SIDE - 1, CELLS - SIDE, CELLS - 1]
/** Smaller boards have no order to lose: 64. */
const LEAST_LARGEST: Rank = 6
const LEAST_ROW = 3

/** @param played and `best`: legal moves of the board. None if they are one move. */
export function kindsOfMistake(board: Board, played: Move, best: Move): MistakeKind[] {
  if (played === best) return []
  const [after, better] = [slide(board, played)!.board, slide(board, best)!.board]
  const found: Readonly<Record<MistakeKind, boolean>> = {
    corner: maxRank(board) >= LEAST_LARGEST && hasCorner(board) && !hasCorner(after) && hasCorner(better),
    row: rowsOf(board).some(row => !keeps(after, board, row) && keeps(better, board, row)),
    spawn: forcesTile(after) && emptyCells(better).length > 1,
    merge: missesMerge(board, played, best, after),
  }
  return MISTAKE_KINDS.filter(kind => found[kind])
}

function hasCorner(board: Board): boolean {
  return CORNERS.some(cell => board[cell] === maxRank(board))
}

/** Cells of the rows and columns that fall in order from a corner with the largest tile, from there; of two, the heavier one. */
function rowsOf(board: Board): (readonly number[])[] {
  const largest = maxRank(board)
  if (largest < LEAST_LARGEST) return []
  return CORNERS.filter(corner => board[corner] === largest).flatMap(corner => {
    const edges = MOVES.flatMap(lineCells).filter(([first]) => first === corner)
    const [heavier] = edges.toSorted((a, b) => weight(board, b) - weight(board, a))
    return heavier && tiles(board, heavier) >= LEAST_ROW && falls(board, heavier) ? [heavier] : []
  })
}

function keeps(after: Board, before: Board, row: readonly number[]): boolean {
  return falls(after, row) && weight(after, row) >= weight(before, row)
}

function falls(board: Board, row: readonly number[]): boolean {
  return row.every((cell, i) => i === 0 || board[cell]! <= board[row[i - 1]!]!)
}

function weight(board: Board, row: readonly number[]): number {
  return row.reduce((sum, cell) => sum + (board[cell] ? 2 ** board[cell] : 0), 0)
}

function tiles(board: Board, row: readonly number[]): number {
  return row.filter(cell => board[cell]! > 0).length
}

function forcesTile(after: Board): boolean {
  const [cell, ...others] = emptyCells(after)
  if (cell === undefined || others.length > 0) return false
  const [row, column] = [Math.floor(cell / SIDE), cell % SIDE]
  const beside = [row > 0 && cell - SIDE, row < SIDE - 1 && cell + SIDE, column > 0 && cell - 1, column < SIDE - 1 && cell + 1]
  return beside.every(near => near === false || after[near] !== 1)
}

function missesMerge(board: Board, played: Move, best: Move, after: Board): boolean {
  const wanted = Math.max(0, ...merged(board, best))
  if (wanted <= Math.max(0, ...merged(board, played))) return false
  return MOVES.every(move => !merged(after, move).includes(wanted))
}

/** Ranks of the pairs that a move merges. */
function merged(board: Board, move: Move): Rank[] {
  return lineCells(move).flatMap(cells => {
    const ranks = cells.map(cell => board[cell]!).filter(rank => rank > 0)
    const pairs: Rank[] = []
    for (let i = 0; i + 1 < ranks.length; i++)
      if (ranks[i] === ranks[i + 1]) {
        pairs.push(ranks[i]!)
        i++
      }
    return pairs
  })
}
