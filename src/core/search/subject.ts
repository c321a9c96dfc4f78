import type { TraceHead } from '../trace/head'
import type { Limits } from './limits'
import type { Effort, StopReason } from './report'
import type { RewardRule, WorldSearch, Wrapping } from './searcher'

/** The subject of a head that a searcher of the registry recorded: what it was given, and what the whole search came to. */
export interface SearchSubject {
  /** JSON, of the searcher's own shape; of a searcher of views as `settings` gives it. */
  readonly config: unknown
  readonly wrapping: Omit<Wrapping, 'book'>
  readonly limits: Limits
  /** Of the game's entry; absent: its first, as of all trees before there were others. */
  readonly heuristic?: string
  readonly rewards: RewardRule
  /** Of all iterations. */
  readonly effort: Effort
  readonly stopped: StopReason
  /** Of the iteration that is recorded; absent where it went on to the end of the game. */
  readonly plies?: number
  /** Of a searcher of views: how each world was searched, and the worlds, by the edges from the root. */
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

/** @param head of a search by a searcher of the registry */
export function searchSubject({ subject }: TraceHead): SearchSubject {
  return subject as SearchSubject // files are checked where they are read
}
