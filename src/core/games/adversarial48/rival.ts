/** The rival's heuristic, and a depth by position. */
import type { Heuristic } from '../../game/heuristic'
import { CELLS, emptyCells, FACES, SIDE, type Board } from '../twenty48/board'
import type { Adversarial48State } from './position'
import { WON } from './game'

/**
 * Score + ln(score) · empty cells − clustering, truncated to an integer, and at least 1, or 0 without a point. In the source's program ln 0
 * is minus infinity, so that a board without points has value 0; here that is explicit.
 *
 * Source: V. Vryniotis, "Using Artificial Intelligence to solve the 2048 Game", datumbox.com, 2014, and its program.
 */
export const rival: Heuristic<Adversarial48State> = {
  evaluate({ board, score }, agent) {
    const estimate = rivalScore(board, score)
    return agent === 0 ? estimate : 0 - estimate
  },
  // the lowest estimates equal the value of a loss, but must not prove one
  bounds: () => [-1, WON],
}

/** By cell: the cells on the board in the 3 × 3 square around it, itself included. */
const AROUND = Array.from({ length: CELLS }, (_, cell) => {
  const isNear = (near: number) =>
    Math.abs(Math.floor(near / SIDE) - Math.floor(cell / SIDE)) <= 1 && Math.abs((near % SIDE) - (cell % SIDE)) <= 1
  return Array.from({ length: CELLS }, (_, near) => near).filter(isNear)
})

export function rivalScore(board: Board, score: number): number {
  if (score === 0) return 0
  const empty = emptyCells(board).length
  return Math.max(Math.trunc(score + Math.log(score) * empty - clustering(board)), Math.min(score, 1))
}

/**
 * The sum over all tiles of the mean difference to the tiles in the 3 × 3 cells around it. As in the source's program the tile itself is one of
 * them, and the mean is cut to an integer.
 */
export function clustering(board: Board): number {
  let sum = 0
  for (let cell = 0; cell < board.length; cell++) if (board[cell] !== 0) sum += meanDifference(board, cell)
  return sum
}

/** In plies, by empty cells: the published depths, deepest for nearly full boards. The bounds between them are ours. */
export function depthByEmpty({ board }: Adversarial48State): number {
  const empty = emptyCells(board).length
  if (empty >= 7) return 3
  return empty >= 4 ? 5 : 7
}

function meanDifference(board: Board, cell: number): number {
  const own = FACES[board[cell]!]!
  let differences = 0
  let tiles = 0
  for (const near of AROUND[cell]!) {
    const rank = board[near]!
    if (rank === 0) continue
    tiles++
    differences += Math.abs(own - FACES[rank]!)
  }
  return Math.trunc(differences / tiles)
}
