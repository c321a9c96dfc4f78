import type { LinePlayer } from '../../../../core/contract/calls'

/** What an engine that looked a game over holds of its boards. Its name is the engine in words. */
export interface AnalystValues extends LinePlayer {
  /** Of the board after 0, 1, 2 … slides, as far as they were searched. */
  readonly values: readonly number[]
  /** Of the values. */
  readonly depths: readonly number[]
}
