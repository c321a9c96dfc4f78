import { slide, withTile, type Board } from '../../../../../core/games/twenty48/board'
import type { PvStep } from '../../../../../core/games/twenty48/search/report'

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
