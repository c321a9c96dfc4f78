import { slide, withTile, type Board } from '../../../../core/games/twenty48/board'
import type { PvStep } from '../../../../core/search/report'

/** The board after each step of a line; shorter than the line if a step cannot be made. */
export function lineBoards(start: Board, line: readonly PvStep[]): Board[] {
  const boards: Board[] = []
  let board = start
  for (const step of line) {
    const next = 'move' in step ? slide(board, step.move)?.board : withTile(board, step.spawn)
    if (!next) break
    boards.push(next)
    board = next
  }
  return boards
}
