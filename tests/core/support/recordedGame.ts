import { GAMES, type GameEntry } from '../../../src/core/games/registry'
import { recordSearch } from '../../../src/core/search/record'
import { SEARCHERS, type SearcherId } from '../../../src/core/search/registry'
import type { Searcher, Wrapping } from '../../../src/core/search/searcher'
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
  const { game, heuristic }: GameEntry = GAMES[id]
  const root = game.parse(position)
  const config = searcher === 'expectimax' ? PLAIN_CONFIG : {}
  const its: Searcher = SEARCHERS[searcher]
  const { trace, log, report } = recordSearch(game, root, its, heuristic(root), config, context({ limits, wrapping }), 8)
  const { depth, effort, stopped, config: its2, wrapping: around, limits: within, rewards, ...head } = trace.head
  return {
    ...{ space: trace.space, entries: trace.entries, log },
    head: {
      ...head,
      subject: {
        ...{ config: its2, wrapping: around, limits: within, rewards, effort, stopped },
        ...(depth !== undefined && { plies: depth }),
      },
      ...{ depth: depth ?? report.depth, reach: 1, nodes: effort.nodes, hits: effort.hits, probes: effort.probes },
      stopped: undefined,
    },
  }
}
