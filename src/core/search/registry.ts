/** All searchers: one line each. */
import { alphaBeta } from './algorithms/alphaBeta'
import { expectimax } from './algorithms/expectimax'
import { greedy } from './algorithms/greedy'
import { mcts } from './algorithms/mcts/mcts'
import { minimax } from './algorithms/minimax'
import { pvs } from './algorithms/pvs'
import { random } from './algorithms/random'
import { sampling } from './algorithms/sampling'
import { badSetting } from '../settingChecks'
import { quoted } from '../quoted'
import type { AnySearcher, Searcher } from './searcher'

export const SEARCHERS = { minimax, alphaBeta, pvs, expectimax, mcts, sampling, greedy, random } as const

export type SearcherId = keyof typeof SEARCHERS
export const SEARCHER_IDS = Object.keys(SEARCHERS) as readonly SearcherId[]

/** One that is given positions. @throws {LabError} `BAD_SETTING` */
export function positionSearcher(id: string): Searcher {
  const searcher: AnySearcher | undefined = Object.hasOwn(SEARCHERS, id) ? SEARCHERS[id as SearcherId] : undefined
  if (searcher && 'search' in searcher) return searcher
  throw badSetting('searcher', `${quoted(id)} is none that searches positions`)
}
