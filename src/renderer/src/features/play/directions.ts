import { MOVES, slide, type Board, type Move } from '../../../../core/games/twenty48/board'
import type { SearchReport } from '../../../../core/search/report'
import { sameBoard } from './gameStore'

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
      loss: value === undefined ? undefined : value - top,
      share: value === undefined ? 0 : top === low ? 1 : (value - low) / (top - low),
      best: !stale && report?.best === move,
      stale,
    }
  })
}
