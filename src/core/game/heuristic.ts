import type { Bounds } from './bounds'

/** A summand of an evaluation. */
export interface Term {
  readonly id: string
  readonly weight: number
  readonly feature: number
  /** weight × feature */
  readonly value: number
}

/** Estimates the value of a position where the search ends. */
export interface Heuristic<State> {
  /** The value still to come for an agent: rewards and the end's utility. */
  evaluate(state: State, agent: number): number
  /** The summands of its evaluation for MAX, the first agent. */
  terms?(state: State): readonly Term[]
  /**
   * Smallest and largest value to MAX, the first agent, of any game below a root: rewards on the way, plus the utility or, at any position,
   * the estimate. If the heuristic distinguishes wins, its estimates stay inside. Infinite where it knows none.
   * @param plies how far below the root; absent: to the end of the game
   */
  bounds?(root: State, plies?: number): Bounds
}

/** A heuristic with weights that can be tuned. */
export interface HeuristicFamily<State> {
  readonly id: string
  readonly weights: readonly Weight[]
  /** @param weights one for each of `weights`, in their order */
  make(weights: readonly number[]): Heuristic<State>
}

/** A free number of a family: where it starts, and the range to search. */
interface Weight {
  readonly name: string
  readonly initial: number
  readonly low: number
  readonly high: number
}
