import { GAMES, heuristicOf, type GameEntry } from '../../../src/core/games/registry'
import { recordSearch } from '../../../src/core/search/record'
import { positionSearcher, type SearcherId } from '../../../src/core/search/registry'
import type { Wrapping } from '../../../src/core/search/searcher'
import type { Limits } from '../../../src/core/search/limits'
import type { TraceData } from '../../../src/core/trace/trace'
import { context, PLAIN_CONFIG } from '../search/support'

/** A search of any game, recorded with its events. */
export function recordedGame(
  id: keyof typeof GAMES,
  position: string,
  searcher: SearcherId,
  { limits = {}, wrapping = {} }: { limits?: Limits; wrapping?: Wrapping } = {},
): TraceData {
  const entry: GameEntry = GAMES[id]
  const { game } = entry
  const root = game.parse(position)
  const config = searcher === 'expectimax' ? PLAIN_CONFIG : {}
  const its = positionSearcher(searcher)
  return recordSearch(game, root, its, position => heuristicOf(entry, position), config, context({ limits, wrapping }), 8).trace
}
