/**
 * What a game is to the searchers of core/search. States are values: no method changes its argument.
 * Agents are numbered from 0. Of two agents the first is MAX, the second MIN, and what one gains the other loses.
 */
import type { Random } from '../random'

/** Who acts: an agent, nature by known chances, or nobody any more. */
export type Turn = number | 'chance' | 'over'

/** An agent's action, a small integer whose text the game makes. */
export type ActionId = number

/** What leads from a position to the next, 0 … 65535: an action, or an outcome of a chance node. */
export type EdgeId = number

/** One number for each agent. */
export type Values = readonly number[]

interface Step<State> {
  readonly state: State
  /** What each agent earns by the action, in the game's own points; nil in games that score at the end. */
  readonly rewards: Values
}

/**
 * One result of a chance node. Its probability is `chance / draws`: one of `draws` equally likely draws, then a
 * `chance` within it. The two are kept apart because cumulative probabilities are compared to the last bit.
 */
export interface Outcome<State> {
  readonly state: State
  readonly draws: number
  readonly chance: number
  /** No other outcome of this node has the same. */
  readonly edge: EdgeId
}

/**
 * What is hidden in a game where an agent does not see everything. A searcher for such games is given a view, never the position.
 */
export interface Hidden<State, View> {
  /** What the agent sees of a position. */
  view(state: State, agent: number): View
  /** The legal actions of the agent whose view it is; the same in every position that it fits. */
  actions(view: View): readonly ActionId[]
  /** A position that fits the view, as likely as it is in the game. */
  sample(view: View, random: Random): State
  /** Every position that fits, with its probability; they sum to 1. Lazy, so that a caller can stop after a few. Absent or `undefined`: too many. */
  worlds?(view: View): Iterable<{ readonly weight: number; readonly state: State }> | undefined
}

/**
 * A game's rules. A position carries all of them that its future depends on, and so does its text.
 *
 * @typeParam Options its rules that can be chosen; none: an empty object. Their schema, with defaults, is in core/contract
 */
export interface Game<State, Options extends object = object, View = unknown> {
  readonly id: string
  /** The first position. @throws {LabError} `BAD_SETTING`, naming the option: each is in its range, but they do not go together */
  start(options: Options, random: Random): State
  agents(state: State): number
  toAct(state: State): Turn
  /** The legal ones where an agent acts, in tie order: ascending. */
  actions(state: State): readonly ActionId[]
  /** @throws {LabError} `ILLEGAL_MOVE` */
  apply(state: State, action: ActionId): Step<State>
  /** All results of a chance node, in the order of search. Probabilities sum to 1. */
  outcomes(state: State): readonly Outcome<State>[]
  /** What the end of a game is worth, on top of rewards earned on the way. */
  utilities(state: State): Values
  /** Who has won a game that is over; nobody of a draw. Absent: whoever has the highest value, rewards included. */
  winner?(state: State): number | undefined
  /**
   * What it is worth that an agent is put out of the game here, as it broke the rules or exceeded its time; on top of rewards. Absent: nothing
   * to anybody, and the agent has lost all the same.
   */
  forfeit?(state: State, agent: number): Values
  /** Most actions that the agent to act can still take, those of others not counted. Absent: nobody knows. */
  mostActions?(state: State): number
  /** Equal keys: the same agent acts, and the value still to come is equal. */
  key(state: State): string | number
  readonly hidden?: Hidden<State, View>
  /** Whether an evaluation of this position cannot be trusted, as in the midst of an exchange. */
  isNoisy?(state: State): boolean
  /** @throws {LabError} `BAD_POSITION`, naming the place. */
  parse(text: string): State
  /** Text that `parse` reads back. */
  format(state: State): string
  /** What people call an edge of this position. */
  words(state: State, edge: EdgeId): string
}

/** A game in which an agent does not see everything. */
export type HidingGame<State, View> = Game<State, object, View> & { readonly hidden: Hidden<State, View> }
