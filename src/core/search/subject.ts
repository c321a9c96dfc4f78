import type { TraceHead } from '../trace/format'
import type { Limits } from '../game/limits'
import type { Effort, StopReason } from './report'
import type { RewardRule, WorldSearch, Wrapping } from './searcher'

/** The subject of a head recorded by a searcher of the registry: its input, and the totals of the whole search. */
export interface SearchSubject {
  /** JSON, in the searcher's own shape; for a searcher of views, as returned by `settings`. */
  readonly config: unknown
  readonly wrapping: Omit<Wrapping, 'book'>
  readonly limits: Limits
  /** Id in the game's entry; absent: the game's first, as in trees recorded before others existed. */
  readonly heuristic?: string
  readonly rewards: RewardRule
  /** Over all iterations. */
  readonly effort: Effort
  readonly stopped: StopReason
  /** Depth of the recorded iteration; absent if it continued to the end of the game. */
  readonly plies?: number
  /** For a searcher of views: how each world was searched, and the worlds, by the edges from the root. */
  readonly world?: WorldSearch
  readonly worlds?: Worlds
}

/** Positions that fit what an agent sees; the probability of each is `chance / draws`. */
interface Worlds {
  readonly draws: number
  readonly of: readonly { readonly position: string; readonly chance: number }[]
}

/** Depths are plies, nodes are positions entered. */
export interface SearchHead extends TraceHead {
  readonly subject: SearchSubject
}

/** @param head head of a search by a searcher of the registry */
export function searchSubject({ subject }: TraceHead): SearchSubject {
  return subject as SearchSubject // files are checked when they are read
}
