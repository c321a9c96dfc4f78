/** The rival's heuristic, and a depth by position. */
import type { HeuristicFamily } from '../../game/heuristic'
import { CELLS, emptyCells, FACES, SIDE, type Board } from '../twenty48/board'
import type { Adversarial48State } from './position'
import { WON } from './game'

/** Which tiles of its neighbourhood a tile is compared with. */
type Clustering = (board: Board) => number

/** By cell: the cells of the 3 × 3 square around it, itself included, as in the source's program. */
const SQUARE = cellsNear((rows, columns) => rows <= 1 && columns <= 1)
/** By cell: its neighbours, with and without those at its corners. The source's text does not say which it means. */
const EIGHT = cellsNear((rows, columns) => rows <= 1 && columns <= 1 && rows + columns > 0)
const FOUR = cellsNear((rows, columns) => rows + columns === 1)

/** The sum over all tiles of the mean difference to the tiles in the 3 × 3 cells around it, itself included, each cut to an integer. */
export const clustering: Clustering = board => clusteringOver(board, SQUARE, Math.trunc)
/** The same as the source's text has it: a tile is none of its neighbours, and no mean is cut. One without neighbours counts 0. */
export const clusteringOfEight: Clustering = board => clusteringOver(board, EIGHT, Number)
export const clusteringOfFour: Clustering = board => clusteringOver(board, FOUR, Number)

/**
 * Score + ln(score) · empty cells − clustering, each with a weight, 1 in the source; truncated to an integer, and at least 1, or 0 without a
 * point. In the source's program ln 0 is minus infinity, so that a board without points has value 0; here that is explicit.
 *
 * Source: V. Vryniotis, "Using Artificial Intelligence to solve the 2048 Game", datumbox.com, 2014, and its program.
 */
function rivalFamily(id: string, clusteringOf: Clustering): HeuristicFamily<Adversarial48State> {
  return {
    id,
    weights: [
      { name: 'score', initial: 1, low: 0, high: 2 },
      { name: 'emptyCells', initial: 1, low: 0, high: 20 },
      { name: 'clustering', initial: 1, low: 0, high: 5 },
    ],
    make: ([ofScore, ofEmpty, ofClustering]) => ({
      evaluate({ board, score }, agent) {
        if (score === 0) return 0
        const empty = emptyCells(board).length
        const sum = ofScore! * score + ofEmpty! * Math.log(score) * empty - ofClustering! * clusteringOf(board)
        const estimate = Math.min(Math.max(Math.trunc(sum), 1), WON - 1)
        return agent === 0 ? estimate : -estimate
      },
      // the lowest estimates equal the value of a loss, but must not prove one
      bounds: () => [-1, WON],
    }),
  }
}

/** By id: the heuristic of the source's program, and that of its text with eight and four neighbours. */
export const RIVAL_FAMILIES = {
  rival: rivalFamily('rival', clustering),
  rivalText8: rivalFamily('rivalText8', clusteringOfEight),
  rivalText4: rivalFamily('rivalText4', clusteringOfFour),
} as const

/** In plies, by empty cells: the published depths, deepest for nearly full boards. The bounds between them are ours. */
export function depthByEmpty({ board }: Adversarial48State): number {
  const empty = emptyCells(board).length
  if (empty >= 7) return 3
  return empty >= 4 ? 5 : 7
}

function clusteringOver(board: Board, near: readonly (readonly number[])[], cut: (mean: number) => number): number {
  let sum = 0
  for (let cell = 0; cell < board.length; cell++) if (board[cell] !== 0) sum += cut(meanDifference(board, cell, near[cell]!))
  return sum
}

/** 0 without a tile near it. */
function meanDifference(board: Board, cell: number, near: readonly number[]): number {
  const own = FACES[board[cell]!]!
  let differences = 0
  let tiles = 0
  for (const each of near) {
    const rank = board[each]!
    if (rank === 0) continue
    tiles++
    differences += Math.abs(own - FACES[rank]!)
  }
  return tiles === 0 ? 0 : differences / tiles
}

/** @param isNear by the distances in rows and columns */
function cellsNear(isNear: (rows: number, columns: number) => boolean): readonly (readonly number[])[] {
  const cells = Array.from({ length: CELLS }, (_, cell) => cell)
  const rowOf = (cell: number) => Math.floor(cell / SIDE)
  return cells.map(cell =>
    cells.filter(each => isNear(Math.abs(rowOf(each) - rowOf(cell)), Math.abs((each % SIDE) - (cell % SIDE)))),
  )
}
