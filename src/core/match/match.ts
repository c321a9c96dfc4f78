/** A match and its result: one game between players, each with its own way to search. */
import type { EdgeId, Game, Values } from '../game/game'
import type { Heuristic } from '../game/heuristic'
import type { Limits } from '../game/limits'
import type { AnySearcher, Wrapping } from '../search/searcher'

/** A searcher with all its settings. */
export interface Player<State = unknown> {
  readonly searcher: AnySearcher
  readonly config: unknown
  /** Made once per match, for its first position; for a searcher of views, for each position that fits. */
  readonly heuristic: (start: State) => Heuristic<State>
  readonly wrapping: Wrapping
  /** For each of its searches. */
  readonly limits: Limits
  /** Plies of a search by its position; overrides the limits' depth. */
  readonly depthRule?: (state: State) => number
  /** The share of its clock that it spends on a search; absent: only its limits apply. */
  readonly clock?: ClockShare
  /** Number of moves to play from the tree of a search after the first, as far as the tree has them. */
  readonly replies?: number
}

/**
 * A factor of the time left, or an even split over the most actions that the agent can still take. Source: course work "Can't Go Back",
 * which takes 0.3 · time left.
 */
export type ClockShare = number | 'even'

export interface Match<State = unknown> {
  readonly game: Game<State>
  readonly start: State
  /** By agent. */
  readonly players: readonly Player<State>[]
  /** Seed of the chance events, and of a stream for each player. */
  readonly seed: number
  readonly bounds?: MatchBounds
}

export interface MatchBounds {
  /** Limit on the actions of all players together; a match with more ends undecided. */
  readonly actions?: number
  /** Total milliseconds of search for each player. A player that needs more loses. */
  readonly clockMs?: number
}

/** Why a player is disqualified. */
export interface Fault {
  readonly agent: number
  /** `threw`: its searcher failed; `illegal`: it chose no action, or an illegal one; `clock`: it exceeded `clockMs`. */
  readonly reason: 'threw' | 'illegal' | 'clock'
  readonly message: string
}

/** The result of a match, determined by its first position, its edges and its fault. */
export interface MatchOutcome {
  /** `limit`: at the action limit. */
  readonly ended: 'over' | 'limit' | 'fault'
  readonly fault?: Fault
  /** All rewards, plus the utility of the end, or after a fault the game's penalty. By agent. */
  readonly values: Values
  /**
   * The agent that the game declares the winner, or the one with the highest value; absent after a tie, in an undecided match, and with a
   * single player.
   */
  readonly winner?: number
}

export interface MatchResult extends MatchOutcome {
  /** Actions and chance events from the first position. */
  readonly edges: readonly EdgeId[]
  /** By agent. */
  readonly players: readonly PlayerEffort[]
}

/** The total effort of a player's searches in a match, including failed ones. */
export interface PlayerEffort {
  readonly moves: number
  /** Positions entered. */
  readonly nodes: number
  /** Elapsed time of all searches, and of the longest. */
  readonly ms: number
  readonly longestMs: number
  /** Processor time; absent if unknown. A system may count it in ticks of some ms: it is then accurate only over many moves. */
  readonly processorMs?: number
  /** Searches that exceeded their time limit by more than `GRACE_MS`. */
  readonly overruns: number
}

/** A search reads the clock at each position, so it exceeds its limit by one position, or by a delay of the machine. */
export const GRACE_MS = 5
