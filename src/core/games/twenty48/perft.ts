import { emptyCells, MOVES, slide, SPAWNS, withTile, type Board } from './board'

/**
 * Counts the positions reached after `turns` full turns (one slide, then one tile of rank 1 or 2 in every empty
 * cell), without merging equal positions.
 *
 * A node count is the cheapest whole-rules check there is: a wrong merge, a missed move or a missed spawn changes it.
 * Idea: https://www.chessprogramming.org/Perft.
 */
export function perft(board: Board, turns: number): number {
  if (turns === 0) return 1
  let positions = 0
  for (const move of MOVES) {
    const after = slide(board, move)?.board
    if (!after) continue
    for (const cell of emptyCells(after))
      for (const { rank } of SPAWNS) positions += perft(withTile(after, { cell, rank }), turns - 1)
  }
  return positions
}
