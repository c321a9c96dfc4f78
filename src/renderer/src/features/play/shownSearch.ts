import type { AnalysisView, GameView } from '../../../../core/contract/calls'
import { sameBoard, type Board } from '../../../../core/games/twenty48/board'
import type { Player } from '../../../../core/games/twenty48/player'

/**
 * The search behind the values on the edges of the board, as one that gives the same values again; `undefined` where they
 * are of a board long gone. After a slide of the engine it is that of the board before it.
 */
export function shownSearch(
  game: GameView,
  analysis: AnalysisView,
): { readonly board: Board; readonly player: Player } | undefined {
  const { report, player } = analysis
  if (!report || !player) return undefined
  const isNow = sameBoard(report.board, game.board)
  const wasBefore = game.last !== undefined && sameBoard(report.board, game.last.before)
  if (!isNow && !wasBefore) return undefined
  return { board: report.board, player: { ...player, limits: sameAgain(analysis, player) } }
}

/** Limits by which the search comes to the same end: by the clock none does, but by the slides that it tried until then it does. */
function sameAgain({ report, running }: AnalysisView, { limits }: Player): Player['limits'] {
  const reproducible = limits.ms === undefined && (limits.depth !== undefined || limits.nodes !== undefined)
  if (reproducible && report!.stopped !== 'request') return limits
  // While it deepens, what is shown is a finished iteration.
  return running ? { depth: report!.depth } : { nodes: report!.nodes }
}
