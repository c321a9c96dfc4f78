/** All searchers: one line each. */
import { alphaBeta } from './algorithms/alphaBeta'
import { expectimax } from './algorithms/expectimax'
import { greedy } from './algorithms/greedy'
import { mcts } from './algorithms/mcts/mcts'
import { minimax } from './algorithms/minimax'
import { pvs } from './algorithms/pvs'
import { random } from './algorithms/random'

export const SEARCHERS = { minimax, alphaBeta, pvs, expectimax, mcts, greedy, random } as const

export type SearcherId = keyof typeof SEARCHERS
export const SEARCHER_IDS = Object.keys(SEARCHERS) as readonly SearcherId[]
