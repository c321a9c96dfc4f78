/** What a match is, and what it came to: one game between players, of whom each searches in its own way. */
import type { EdgeId, Game, Values } from '../games/game'
import type { Heuristic } from '../search/heuristic'
import type { Limits } from '../search/limits'
import type { AnySearcher, Wrapping } from '../search/searcher'

/** A searcher with all that it searches with. */
export interface Player<State = unknown> {
  readonly searcher: AnySearcher
  readonly config: unknown
  /** Made once a match, for its first position; for a searcher of views for each position that fits one. */
  readonly heuristic: (start: State) => Heuristic<State>
  readonly wrapping: Wrapping
  /** Of each of its searches. */
  readonly limits: Limits
  /** Plies of a search by its position, over the limits' depth. */
  readonly depthRule?: (state: State) => number
  /** What it spends of its clock on a search; absent: its limits alone say. */
  readonly clock?: ClockShare
  /** Moves that it plays from the tree of a search after the first, as far as the tree goes. */
  readonly replies?: number
}

/**
 * A factor of the time that is left, or its even split by the most actions that the agent can still take.
 * Source: course work "Can't Go Back", which takes 0.3 · time left.
 */
export type ClockShare = number | 'even'

export interface Match<State = unknown> {
  readonly game: Game<State>
  readonly start: State
  /** By agent. */
  readonly players: readonly Player<State>[]
  /** Of the chance events, and of a stream for each player. */
  readonly seed: number
  readonly bounds?: MatchBounds
}

export interface MatchBounds {
  /** Actions of all players together; a match that has more ends undecided. */
  readonly actions?: number
  /** Milliseconds that each player may search in all. One that needs more loses. */
  readonly clockMs?: number
}

/** What took a player out of the match. */
export interface Fault {
  readonly agent: number
  /** `threw`: its searcher failed; `illegal`: it chose no action, or one that is not legal; `clock`: it exceeded `clockMs`. */
  readonly reason: 'threw' | 'illegal' | 'clock'
  readonly message: string
}

/** How a match ended, which follows from its first position, its edges and its fault. */
export interface MatchOutcome {
  /** `limit`: at as many actions as it may have. */
  readonly ended: 'over' | 'limit' | 'fault'
  readonly fault?: Fault
  /** All rewards, with what the end is worth; of a fault, with what the game takes for it. By agent. */
  readonly values: Values
  /** The agent that the game calls the winner, or that of the highest value; absent where several have it, where the match is undecided, and where there is one player. */
  readonly winner?: number
}

export interface MatchResult extends MatchOutcome {
  /** Actions and chance events from the first position on. */
  readonly edges: readonly EdgeId[]
  /** By agent. */
  readonly players: readonly PlayerEffort[]
}

/** What a player's searches came to in a match, whatever became of them. */
export interface PlayerEffort {
  readonly moves: number
  /** Positions entered. */
  readonly nodes: number
  /** Time that passed, of all searches and of the longest. */
  readonly ms: number
  readonly longestMs: number
  /** Processor time; absent where it is not known. A system may count it by ticks of some ms: then it is right over many moves only. */
  readonly processorMs?: number
  /** Searches that were `GRACE_MS` later than their limit in time. */
  readonly overruns: number
}

/** A search looks at the clock at each position, so what is beyond its limit is one position, or the machine. */
export const GRACE_MS = 5
