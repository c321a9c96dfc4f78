/** How far a player can get if the other does not interfere. */
import type { Cell } from '../../grid'
import type { CantGoBackState } from '../position'

/** Cells that the search for the longest road enters at most: the problem is NP-hard. The bound is ours. */
const MOST_ENTERED = 200

/** By cell: the moves to it over free cells; `undefined`: out of reach. The player's own is 0. */
export function movesTo({ board, isClosed }: CantGoBackState, from: Cell): readonly (number | undefined)[] {
  const moves = Array<number | undefined>(isClosed.length).fill(undefined)
  moves[from] = 0
  const queue = [from]
  for (const cell of queue)
    // including those added meanwhile
    for (const next of board.neighbours[cell]!)
      if (next !== undefined && !isClosed[next] && moves[next] === undefined) {
        moves[next] = moves[cell]! + 1
        queue.push(next)
      }
  return moves
}

/**
 * Moves of the longest road that a depth-first search finds which enters at most 200 cells.
 *
 * @param reachable cells: no road is longer
 */
export function longestRoad({ board, isClosed }: CantGoBackState, from: Cell, reachable: number): number {
  const isTaken = isClosed.slice()
  let longest = 0
  let entered = 0
  const walk = (cell: Cell, moves: number): void => {
    if (moves > longest) longest = moves
    for (const next of board.neighbours[cell]!) {
      if (next === undefined || isTaken[next]) continue
      if (longest === reachable || entered === MOST_ENTERED) return
      entered++
      isTaken[next] = true
      walk(next, moves + 1)
      isTaken[next] = false
    }
  }
  walk(from, 0)
  return longest
}
