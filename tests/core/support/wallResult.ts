/** The result of the wall game, as the kernel's own functions compute it. */
import { SIDE } from '../../../src/core/games/twenty48/board'
import type { WallRules, WallSlide } from '../../../src/core/games/twenty48/wallGame/wallGame'

/** The result of a success, by the order of the walls in the afterstate; see `isPacked`. */
const RESULTS = { scattered: 0.6, newWallApart: 0.92, packed: 1 } as const

/** The result of the wall game after a move that merged the target. The order of walls that stay is no merit of a move. */
export function wallResult({ board, merged }: WallSlide, { target, walls }: WallRules): number {
  if (walls === 'stay') return RESULTS.packed
  const all = board.flatMap((rank, cell) => (rank === target ? [cell] : []))
  const before = all.filter(cell => !merged.includes(cell))
  if (!isPacked(before)) return RESULTS.scattered
  return isPacked(all) ? RESULTS.packed : RESULTS.newWallApart
}

/** True if the cells form a staircase in one of the corners: with each cell, all cells between it and the edges of that corner. */
export function isPacked(cells: readonly number[]): boolean {
  const isIn = (row: number, column: number): boolean => cells.includes(row * SIDE + column)
  return [false, true].some(bottom =>
    [false, true].some(right => {
      const [up, left] = [bottom ? 1 : -1, right ? 1 : -1]
      const isEdge = (line: number): boolean => line < 0 || line >= SIDE
      return cells.every(cell => {
        const [row, column] = [Math.floor(cell / SIDE), cell % SIDE]
        return (isEdge(row + up) || isIn(row + up, column)) && (isEdge(column + left) || isIn(row, column + left))
      })
    }),
  )
}
