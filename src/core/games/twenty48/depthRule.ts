import { distinctTiles, emptyCells, type Board } from './board'

/** Rules that determine a depth from the board at the root. */
type DepthRule = 'distinct' | 'empty'

/** The thesis searched 3 to 9 levels, "depending on the position"; it does not say how. */
export const SHALLOWEST = 3
const DEEPEST = 9

/**
 * Depth of the search from `board`, in (tile + slide) pairs after the root slide.
 * `distinct`: distinct tiles − 2, at least 3. Source: nneonneo/2048-ai, `2048.cpp`, max(3, distinct − 2).
 * `empty`: 9 − empty cells, at least 3: the crowded positions, where a game is lost, are searched deepest (ours).
 */
export function depthFor(board: Board, rule: DepthRule | number): number {
  if (typeof rule === 'number') return rule
  const depth = rule === 'distinct' ? distinctTiles(board) - 2 : DEEPEST - emptyCells(board).length
  return Math.max(SHALLOWEST, depth)
}
