/**
 * The interface between games and the searchers of core/search. States are values: no method changes its argument. Agents are numbered from
 * 0. With two agents, the first is MAX, the second MIN, and one's gain is the other's loss.
 */
import type { Random } from '../random'

/** Who acts: an agent, nature by known chances, or none after the end. */
export type Turn = number | 'chance' | 'over'

/** An agent's action, a small integer whose text the game makes. */
export type ActionId = number

/** The step from a position to the next, 0 … 65535: an action, or an outcome of a chance node. */
export type EdgeId = number

/** One number for each agent. */
export type Values = readonly number[]

interface Step<State> {
  readonly state: State
  /** Each agent's reward for the action, in the game's own points; empty in games that score only at the end. */
  readonly rewards: Values
}

/**
 * One result of a chance node. Its probability is `chance / draws`: one of `draws` equally likely draws, then a `chance` within it. The two
 * are separate because cumulative probabilities are compared to the last bit.
 */
export interface Outcome<State> {
  readonly state: State
  readonly draws: number
  readonly chance: number
  /** Unique among the outcomes of this node. */
  readonly edge: EdgeId
}

/**
 * Hidden information: the rules for a game where an agent does not see everything. A searcher for such games receives a view, never the
 * position.
 */
export interface Hidden<State, View> {
  /** What the agent sees of a position. */
  view(state: State, agent: number): View
  /** The legal actions of the view's agent; the same in every position that fits the view. */
  actions(view: View): readonly ActionId[]
  /** A random position that fits the view, by its probability in the game. */
  sample(view: View, random: Random): State
  /** Every position that fits, with its probability; they sum to 1. Lazy, so that a caller can stop after a few. Absent or `undefined`: too many. */
  worlds?(view: View): Iterable<{ readonly weight: number; readonly state: State }> | undefined
}

/**
 * A game's rules. A position contains all data that its future depends on, and so does its text. @typeParam Options its variable rules;
 * none: an empty object. Their schema, with defaults, is in core/contract
 */
export interface Game<State, Options extends object = object, View = unknown> {
  readonly id: string
  /** The first position. @throws {LabError} `BAD_SETTING`, naming the option: each is in its range, but the combination is impossible */
  start(options: Options, random: Random): State
  agents(state: State): number
  toAct(state: State): Turn
  /** The legal actions of the agent to act, in tie order: ascending. */
  actions(state: State): readonly ActionId[]
  /** @throws {LabError} `ILLEGAL_MOVE` */
  apply(state: State, action: ActionId): Step<State>
  /** All results of a chance node, in the order of search. Probabilities sum to 1. */
  outcomes(state: State): readonly Outcome<State>[]
  /** The values of the end of a game, on top of rewards earned on the way. */
  utilities(state: State): Values
  /** What `utilities` and `forfeit` can pay an agent in any game, rewards included. Absent: it depends on the game that is played. */
  readonly utilityRange?: readonly [least: number, most: number]
  /** The winner of a game that is over; `undefined` for a draw. Absent: the agent with the highest value, rewards included. */
  winner?(state: State): number | undefined
  /**
   * The values if an agent is disqualified here, because it broke the rules or exceeded its time; on top of rewards. Absent: 0 for all, but
   * the agent has still lost.
   */
  forfeit?(state: State, agent: number): Values
  /** Maximum number of actions that the agent to act can still take, without those of others. Absent: unknown. */
  mostActions?(state: State): number
  /** Equal keys: the same agent acts, and the value still to come is equal. */
  key(state: State): string | number
  readonly hidden?: Hidden<State, View>
  /** True if an evaluation of this position is unreliable, as in the middle of an exchange. */
  isNoisy?(state: State): boolean
  /** @throws {LabError} `BAD_POSITION`, naming the place. */
  parse(text: string): State
  /** Text that `parse` reads back. */
  format(state: State): string
  /** Text for an edge of this position. */
  words(state: State, edge: EdgeId): string
}

/** A game in which an agent does not see everything. */
export type HidingGame<State, View> = Game<State, object, View> & { readonly hidden: Hidden<State, View> }

/** Draws an outcome of a chance node by probability. */
export function drawOutcome<State>(game: Game<State>, state: State, random: Random): Outcome<State> {
  const outcomes = game.outcomes(state)
  let rest = random.next()
  for (const outcome of outcomes) {
    rest -= outcome.chance / outcome.draws
    if (rest < 0) return outcome
  }
  return outcomes.at(-1)! // the probabilities sum to 1 but for rounding
}
