import type { Heuristic } from '../../../game/heuristic'
import { distance, freeCells } from '../../grid'
import { fruitOn, type CantGoBackState } from '../position'
import { betweenLossAndWin, bounds } from './estimate'

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
