import type { AnalysisView } from '../../../../../core/contract/calls'
import { sameBoard, type Board } from '../../../../../core/games/twenty48/board'
import type { Player } from '../../../../../core/games/twenty48/player'
import type { SearchReport, SlideDepths } from '../../../../../core/games/twenty48/search/report'

/** The board that is shown, and that before the slide which led to it, if one did. */
export interface NearBoards {
  readonly now: Board
  readonly before: Board | undefined
}

/** After a slide of the engine its values are those of the board before it, and still worth a look; any older ones are not. */
export function isNear(report: SearchReport, { now, before }: NearBoards): boolean {
  return sameBoard(report.board, now) || (before !== undefined && sameBoard(report.board, before))
}

/**
 * The search behind the values on the edges of the board, as one that gives the same values again: each slide at the depth
 * that its value is of, whatever ended the search. `undefined` where they are of a board long gone.
 */
export function shownSearch(
  near: NearBoards,
  { report, player }: AnalysisView,
): { readonly board: Board; readonly player: Player; readonly depths: SlideDepths } | undefined {
  if (!report?.best || !player || !isNear(report, near)) return undefined
  return { board: report.board, player, depths: report.depths }
}
