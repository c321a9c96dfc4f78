import type { Game } from '../../game/game'
import { startBoard } from '../twenty48/board'
import { makeText, parseText } from './notation'
import type { Adversarial48Options } from './options'
import { isWon, keyOf, type Adversarial48State } from './position'
import { actions, apply, edgeName, outcomes, resultOf, rewardsOf, toAct, utilities } from './rules'

/** 2048 against an adversary who sets the tiles. A 2048 tile wins; only that counts at the end. */
export const adversarial48: Game<Adversarial48State, Adversarial48Options> = {
  id: 'adversarial48',
  start: ({ randomTiles }, random) => ({ board: startBoard(random), score: 0, turn: 'player', randomTiles }),
  agents: ({ randomTiles }) => (randomTiles ? 1 : 2),
  toAct,
  actions,
  apply: (state, action) => ({ state: apply(state, action), rewards: rewardsOf(state) }),
  outcomes,
  utilities,
  // a lost game has a positive value for the player, so the values do not name the winner
  winner: state => (state.randomTiles ? undefined : isWon(state) ? 0 : 1),
  forfeit: (state, agent) => resultOf(state, agent !== 0),
  key: keyOf,
  parse: parseText,
  format: makeText,
  words: edgeName,
}
