import type { Heuristic } from '../../../game/heuristic'
import { freeCells } from '../../grid'
import { fruitOn, type CantGoBackState } from '../position'
import { betweenLossAndWin, bounds } from './estimate'

/**
 * The agent's score minus the other's, as a share of the largest difference at the end of any game below the root: the work's light
 * heuristic, on the scale of wins and losses.
 */
export function scoreDifference(root: CantGoBackState): Heuristic<CantGoBackState> {
  const weight = 1 / Math.max(1, largestDifference(root))
  return {
    evaluate({ scores: [first, second] }, agent) {
      const estimate = betweenLossAndWin((first - second) * weight)
      return agent === 0 ? estimate : 0 - estimate
    },
    terms: ({ scores: [first, second] }) => [
      { id: 'firstScore', weight, feature: first, value: first * weight },
      { id: 'secondScore', weight: -weight, feature: second, value: 0 - second * weight },
    ],
    bounds,
  }
}

/** One player takes all fruits, and the other pays. */
function largestDifference(root: CantGoBackState): number {
  const { board, isClosed, scores } = root
  const fruits = freeCells(isClosed).reduce((sum, cell) => sum + fruitOn(root, cell), 0)
  return Math.abs(scores[0] - scores[1]) + fruits + board.penalty
}
