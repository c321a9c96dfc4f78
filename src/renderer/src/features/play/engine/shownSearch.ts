import type { AnalysisView } from '../../../../../core/contract/calls'
import type { Board } from '../../../../../core/games/twenty48/board'
import type { Player } from '../../../../../core/games/twenty48/player'
import type { SlideCuts, SlideDepths } from '../../../../../core/games/twenty48/search/report'

/**
 * The last search in a form that reproduces its values: each move at the depth and the cut of its value, whatever ended the search. Chances
 * of an expert have no tree: the search is then the player's own of that board.
 */
export function shownSearch({
  report,
  player,
}: AnalysisView):
  | { readonly board: Board; readonly player: Player; readonly depths?: SlideDepths; readonly cuts?: SlideCuts }
  | undefined {
  if (!report?.best || !player) return undefined
  if (report.expert?.decides) return { board: report.board, player }
  return { board: report.board, player, depths: report.depths, cuts: report.cuts }
}
