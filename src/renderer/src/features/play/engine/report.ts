import type { AnalysisView, OutlookView } from '../../../../../core/contract/calls'
import { type Board, slide, withTile } from '../../../../../core/games/twenty48/board'
import type { Player } from '../../../../../core/games/twenty48/player'
import type { Chance } from '../../../../../core/games/twenty48/scale/calibration'
import type { PvStep, SlideCuts, SlideDepths } from '../../../../../core/games/twenty48/search/report'

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

/** The board after each step of a variation; ends early at an impossible step. */
export function variationBoards(start: Board, variation: readonly PvStep[]): Board[] {
  const boards: Board[] = []
  let board = start
  for (const step of variation) {
    const next = 'move' in step ? slide(board, step.move)?.board : withTile(board, step.spawn)
    if (!next) break
    boards.push(next)
    board = next
  }
  return boards
}

/**
 * Whether quick games reach a tile more surely than a calibrated player its own, nearer one. Both cannot be true of this board: the
 * calibration has few games with such a board.
 */
export function contradicts({ tiles }: OutlookView, { rank, share }: Chance): boolean {
  return tiles.some(tile => tile.rank >= rank && tile.interval[0] > share)
}
