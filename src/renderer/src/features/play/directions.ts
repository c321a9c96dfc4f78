import { MOVES, sameBoard, slide, type Board, type Move } from '../../../../core/games/twenty48/board'
import type { SearchReport } from '../../../../core/search/report'

/** What the bar on one edge of the board says. */
export interface Direction {
  readonly move: Move
  readonly legal: boolean
  /** `undefined` while nothing has searched this slide. */
  readonly value: number | undefined
  /** How far below the best: 0 for the best, else negative. */
  readonly loss: number | undefined
  /** 1 for the best, 0 for the worst; all 1 when they are equal. */
  readonly share: number
  /** The slide the engine would play: of several equal values, the first of up, down, left, right. */
  readonly best: boolean
  /** The numbers belong to another board. */
  readonly stale: boolean
}

/** Equal sums that were added in another order differ by this much of themselves, and no more. */
const ROUNDING = 1e-12

export function directionsOf(board: Board, report: SearchReport | undefined): Direction[] {
  const stale = report !== undefined && !sameBoard(report.board, board)
  const values = MOVES.map(move => report?.values[move] ?? undefined)
  const known = values.filter(value => value !== undefined)
  const [top, low] = [Math.max(...known), Math.min(...known)]
  return MOVES.map((move, i) => {
    const value = values[i]
    return {
      move,
      legal: slide(board, move) !== undefined,
      value,
      loss: value === undefined ? undefined : lossOf(value, top),
      share: value === undefined ? 0 : top === low ? 1 : (value - low) / (top - low),
      best: report?.best === move,
      stale,
    }
  })
}

function lossOf(value: number, top: number): number {
  return top - value <= ROUNDING * Math.abs(top) ? 0 : value - top
}
