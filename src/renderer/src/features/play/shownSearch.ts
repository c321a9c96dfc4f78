import type { AnalysisView, GameView } from '../../../../core/contract/calls'
import { sameBoard, type Board } from '../../../../core/games/twenty48/board'
import type { Player } from '../../../../core/games/twenty48/player'
import type { SlideDepths } from '../../../../core/search/report'

/**
 * The search behind the values on the edges of the board, as one that gives the same values again: each slide at the depth
 * that its value is of, whatever ended the search. `undefined` where they are of a board long gone. After a slide of the
 * engine it is that of the board before it.
 */
export function shownSearch(
  game: GameView,
  { report, player }: AnalysisView,
): { readonly board: Board; readonly player: Player; readonly depths: SlideDepths } | undefined {
  if (!report?.best || !player) return undefined
  const isNow = sameBoard(report.board, game.board)
  const wasBefore = game.last !== undefined && sameBoard(report.board, game.last.before)
  return isNow || wasBefore ? { board: report.board, player, depths: report.depths } : undefined
}
