import { MOVES, sameBoard, slide, type Board, type Move } from '../../../../../core/games/twenty48/board'
import { differenceToBest, isEqualButForRounding } from '../../../../../core/rounding'
import { deepestSlides, type SearchReport } from '../../../../../core/games/twenty48/search/report'

/** The content of the bar on one edge of the board. */
export interface Direction {
  readonly move: Move
  readonly legal: boolean
  /** `undefined` if no search has valued this move yet. */
  readonly value: number | undefined
  /** How far below the best: 0 for the best and its equals, else negative; `undefined` if the two have different depths or cuts. */
  readonly loss: number | undefined
  /** Depth of the value; an interrupted search leaves some moves at that of the iteration before. */
  readonly depth: number | undefined
  /** 1 for the best and its equals, 0 for the worst. */
  readonly share: number
  /** The move that the engine would make: of several equal values, the first of up, down, left, right. */
  readonly best: boolean
  /** The numbers belong to another board. */
  readonly stale: boolean
}

export function directionsOf(board: Board, report: SearchReport | undefined): Direction[] {
  const stale = report !== undefined && !sameBoard(report.board, board)
  const values = MOVES.map(move => report?.values[move] ?? undefined)
  const depths = MOVES.map(move => report?.depths[move] ?? undefined)
  const newest = report ? deepestSlides(report.depths, report.cuts) : []
  const compared = values.filter((value, i): value is number => value !== undefined && newest.includes(MOVES[i]!))
  const [top, low] = [Math.max(...compared), Math.min(...compared)]
  return MOVES.map((move, i) => {
    const value = values[i]
    return {
      move,
      legal: slide(board, move) !== undefined,
      value,
      loss: value === undefined || !newest.includes(move) ? undefined : differenceToBest(value, top),
      depth: depths[i],
      share: value === undefined ? 0 : shareOf(value, low, top),
      best: report?.best === move,
      stale,
    }
  })
}

function shareOf(value: number, low: number, top: number): number {
  if (isEqualButForRounding(value, top)) return 1
  return Math.min(Math.max((value - low) / (top - low), 0), 1)
}
