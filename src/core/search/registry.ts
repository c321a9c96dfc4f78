/** All searchers: one line each. */
import { alphaBeta } from './algorithms/alphaBeta'
import { expectimax } from './algorithms/expectimax'
import { greedy } from './algorithms/greedy'
import { mcts } from './algorithms/mcts/mcts'
import { coalition, helpNext, maxN } from './algorithms/manyAgents'
import { minimax } from './algorithms/minimax'
import { paranoid } from './algorithms/paranoid'
import { pvs } from './algorithms/pvs'
import { random } from './algorithms/random'
import { sampling } from './algorithms/sampling'
import { badSetting } from '../settingChecks'
import { quoted } from '../quoted'
import type { AnySearcher, Searcher } from './searcher'

import { star1 } from './algorithms/star1'
import { star2 } from './algorithms/star2'

export const SEARCHERS = {
  ...{ minimax, alphaBeta, pvs, expectimax, star1, star2 },
  ...{ maxN, paranoid, helpNext, coalition, mcts, sampling },
  ...{ greedy, random },
} as const

export type SearcherId = keyof typeof SEARCHERS
export const SEARCHER_IDS = Object.keys(SEARCHERS) as readonly SearcherId[]

/** Finds a searcher that takes positions. @throws {LabError} `BAD_SETTING` */
export function positionSearcher(id: string): Searcher {
  const searcher: AnySearcher | undefined = Object.hasOwn(SEARCHERS, id) ? SEARCHERS[id as SearcherId] : undefined
  if (searcher && 'search' in searcher) return searcher
  throw badSetting('searcher', `${quoted(id)} is none that searches positions`)
}
