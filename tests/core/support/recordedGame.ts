import { GAMES, heuristicOf, type GameEntry } from '../../../src/core/games/registry'
import { recordSearch } from '../../../src/core/search/record'
import { SEARCHERS, type SearcherId } from '../../../src/core/search/registry'
import type { AnySearcher, Wrapping } from '../../../src/core/search/searcher'
import type { Limits } from '../../../src/core/game/limits'
import type { TraceData } from '../../../src/core/trace/trace'
import { context, PLAIN_CONFIG } from '../search/support'

/** A search of any game, recorded with its events. */
export function recordedGame(
  id: keyof typeof GAMES,
  position: string,
  searcher: SearcherId,
  { limits = {}, wrapping = {}, config = {} }: { limits?: Limits; wrapping?: Wrapping; config?: object } = {},
): TraceData {
  const entry: GameEntry = GAMES[id]
  const { game } = entry
  const root = game.parse(position)
  const own = searcher === 'expectimax' ? PLAIN_CONFIG : config
  const its: AnySearcher = SEARCHERS[searcher]
  return recordSearch(game, root, its, position => heuristicOf(entry, position), own, context({ limits, wrapping }), 8).trace
}
