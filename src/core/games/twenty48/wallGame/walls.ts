/** Walls: the large tiles of a board, which lie still while a game is lived beside them. */
import type { Board, Rank } from '../board'

/** Tiles of at least this rank, largest first. */
export function wallsOf(board: Board, least: Rank): Rank[] {
  return board.filter(rank => rank >= least).toSorted((a, b) => b - a)
}

/** True if no two of them are equal: none can merge with another. */
export function areDifferent(walls: readonly Rank[]): boolean {
  return new Set(walls).size === walls.length
}
