import type { Game } from '../../game/game'
import { makeText, parseText } from './notation'
import type { CantGoBackOptions } from './options'
import { placeAll } from './placements'
import { keyOf, type CantGoBackState } from './position'
import { actionName, actions, apply, isNoisy, mostActions, resultOf, toAct, utilities } from './rules'

const NOTHING = [0, 0]

/** Two players who close every cell that they visit: the higher score wins, 1 to the winner and −1 to the other; 0 for a draw. */
export const cantGoBack: Game<CantGoBackState, CantGoBackOptions> = {
  id: 'cantGoBack',
  start: placeAll,
  agents: () => 2,
  toAct,
  actions,
  apply: (state, action) => ({ state: apply(state, action), rewards: NOTHING }),
  outcomes: () => [],
  utilities,
  utilityRange: [-1, 1],
  forfeit: (_, agent) => resultOf(1 - agent),
  mostActions,
  key: keyOf,
  isNoisy,
  parse: parseText,
  format: makeText,
  words: (_, edge) => actionName(edge),
}
