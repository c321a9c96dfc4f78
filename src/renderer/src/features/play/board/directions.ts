import { MOVES, sameBoard, slide, type Board, type Move } from '../../../../../core/games/twenty48/board'
import { judgeMoves, type JudgedMove, type Scale } from '../../../../../core/games/twenty48/scale/judgedMoves'
import type { SearchReport } from '../../../../../core/games/twenty48/search/report'

/** The content of the bar on one edge of the board. */
export interface Direction {
  readonly move: Move
  readonly legal: boolean
  /** `undefined` if no search has valued this move yet. */
  readonly judged: JudgedMove | undefined
  /** Depth of the value; an interrupted search leaves some moves at that of the iteration before. */
  readonly depth: number | undefined
  /** The move that the engine would make: of several equal values, the first of up, down, left, right. */
  readonly best: boolean
  /** The numbers belong to another board. */
  readonly stale: boolean
}

export interface GamePosition {
  readonly board: Board
  readonly score: number
}

export function directionsOf({ board, score }: GamePosition, report: SearchReport | undefined, scale: Scale = {}): Direction[] {
  const stale = report !== undefined && !sameBoard(report.board, board)
  const judged = report ? judgeMoves({ board: report.board, score }, report, scale) : {}
  return MOVES.map(move => ({
    move,
    legal: slide(board, move) !== undefined,
    judged: judged[move],
    depth: report?.depths[move] ?? undefined,
    best: report?.best === move,
    stale,
  }))
}
