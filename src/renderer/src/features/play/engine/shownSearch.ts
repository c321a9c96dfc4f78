import type { AnalysisView } from '../../../../../core/contract/calls'
import { sameBoard, type Board } from '../../../../../core/games/twenty48/board'
import type { Player } from '../../../../../core/games/twenty48/player'
import type { SearchReport, SlideCuts, SlideDepths } from '../../../../../core/games/twenty48/search/report'

/** The shown board, and the one before the move that led to it, if any. */
export interface NearBoards {
  readonly now: Board
  readonly before: Board | undefined
}

/** After a move of the engine its values still describe the board before it, and remain useful; older ones do not. */
export function isNear(report: SearchReport, { now, before }: NearBoards): boolean {
  return sameBoard(report.board, now) || (before !== undefined && sameBoard(report.board, before))
}

/**
 * The search behind the values on the edges of the board, in a form that reproduces them: each move at the depth and the cut of its
 * value, whatever ended the search. `undefined` if they belong to an older board. Chances of an expert have no tree: the search is then
 * the player's own of that board.
 */
export function shownSearch(
  near: NearBoards,
  { report, player }: AnalysisView,
): { readonly board: Board; readonly player: Player; readonly depths?: SlideDepths; readonly cuts?: SlideCuts } | undefined {
  if (!report?.best || !player || !isNear(report, near)) return undefined
  if (report.expert?.decides) return { board: report.board, player }
  return { board: report.board, player, depths: report.depths, cuts: report.cuts }
}
