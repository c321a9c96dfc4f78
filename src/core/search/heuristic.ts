/** A summand of an evaluation. */
export interface Term {
  readonly id: string
  readonly weight: number
  readonly feature: number
  /** weight × feature */
  readonly value: number
}

/** Smallest and largest value to MAX, the first agent. */
export type Bounds = readonly [low: number, high: number]

/** Nothing is known. */
export const UNBOUNDED: Bounds = [-Infinity, Infinity]

/** What the value of a position is estimated by where the search ends. */
export interface Heuristic<State> {
  /** What is still to come for an agent, rewards and the end's utility. */
  evaluate(state: State, agent: number): number
  /** The summands of its evaluation for MAX, the first agent. */
  terms?(state: State): readonly Term[]
  /**
   * Smallest and largest value to MAX, the first agent, of any game below a root: what is earned on the way, and the utility or, at any
   * position, the estimate. A heuristic that tells wins apart stays inside.
   */
  bounds?(root: State): Bounds
}

/** A heuristic with weights that can be tuned. */
export interface HeuristicFamily<State> {
  readonly id: string
  readonly weights: readonly Weight[]
  /** @param weights one for each of `weights`, in their order */
  make(weights: readonly number[]): Heuristic<State>
}

/** A number that a family leaves open: where it starts, and where it is searched. */
interface Weight {
  readonly name: string
  readonly initial: number
  readonly low: number
  readonly high: number
}
