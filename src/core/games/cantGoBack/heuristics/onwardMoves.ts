import type { Heuristic } from '../../../game/heuristic'
import { waysFrom, type CantGoBackState } from '../position'
import { bounds } from './estimate'

/** Most cells to move to from a cell. */
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
