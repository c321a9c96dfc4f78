import { clearlyBelow } from '../../search/doubles'
import type { Heuristic } from '../../game/heuristic'
import { type CantGoBackState, fruitOn, waysFrom } from './position'
import { distance, freeCells } from '../grid'

/** Only a win has the value of a win. */
const MOST = clearlyBelow(1)

/** Maps an estimate in −1 … 1, the values of a loss and a win, to one strictly between them. */
export function betweenLossAndWin(estimate: number): number {
  return Math.max(-MOST, Math.min(MOST, estimate))
}

export const bounds: NonNullable<Heuristic<CantGoBackState>['bounds']> = () => [-1, 1]

/** Maximum number of cells to move to from a cell. */
const MOST_WAYS = 4

/**
 * The rule of the work's player `simple`: fewer moves from the agent's own cell are better, but none is worst. Greedy search with it is
 * that player, as long as no move ends the game.
 */
export const onwardMoves: Heuristic<CantGoBackState> = {
  evaluate(state, agent) {
    const ways = waysFrom(state, state.cells[agent]!)
    return (ways === 0 ? -1 : MOST_WAYS - ways) / (MOST_WAYS + 1)
  },
  bounds,
}

/**
 * 1 / the Manhattan distance from the agent to the nearest fruit; 0 without fruits. The work names it as a bad example: see
 * docs/cant-go-back.md.
 */
export const nearestFruit: Heuristic<CantGoBackState> = {
  evaluate(state, agent) {
    const fruits = freeCells(state.isClosed).filter(cell => fruitOn(state, cell) > 0)
    const nearest = Math.min(...fruits.map(cell => distance(state.board, state.cells[agent]!, cell)))
    return betweenLossAndWin(1 / nearest)
  },
  bounds,
}

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
