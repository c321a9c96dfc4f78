/**
 * The wall game: the part of 2048 that a strong player fails at. Tiles of the target and more are all one symbol, a *wall*, which never
 * merges. The player makes one tile of the target out of smaller ones, in the cells beside the walls, and then the game ends. Moves give no
 * points. The result is a number from 0 (lost) to 1, larger if the walls are left in order.
 */
import { EMPTY, lineCells, type Board, type Move, type Rank } from '../board'

export interface WallRules {
  /** The rank to make. On a board of the wall game this rank stands for all walls. */
  readonly target: Rank
  /** `slide`: walls move as tiles do. `stay`: they never move, and tiles do not pass them. */
  readonly walls: 'slide' | 'stay'
}

export interface WallSlide {
  readonly board: Board
  /** Cells of the tiles of the target that it merged; the board has walls there. */
  readonly merged: readonly number[]
}

/** A board of 2048 as the wall game sees it. */
export function wallBoard(board: Board, target: Rank): Board {
  return board.map(rank => Math.min(rank, target))
}

/** @returns `undefined` for an illegal move */
export function slideWalls(board: Board, move: Move, { target, walls }: WallRules): WallSlide | undefined {
  const next = walls === 'stay' ? board.map(rank => (rank === target ? rank : 0)) : [...EMPTY]
  const merged: number[] = []
  for (const cells of lineCells(move)) {
    let place = 0
    let held = 0 // the tile just before it, while it may still merge
    for (const [i, cell] of cells.entries()) {
      const rank = board[cell]!
      if (rank === 0) continue
      if (rank === target) {
        if (walls === 'stay') place = i
        next[cells[place++]!] = target
        held = 0
      } else if (rank === held) {
        const into = cells[place - 1]!
        next[into] = rank + 1
        if (rank + 1 === target) merged.push(into)
        held = 0
      } else {
        next[cells[place++]!] = rank
        held = rank
      }
    }
  }
  const moved = merged.length > 0 || next.some((rank, cell) => rank !== board[cell])
  return moved ? { board: next, merged } : undefined
}
