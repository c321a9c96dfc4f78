import type { LinePlayer } from '../../../../core/contract/calls'

/** The values that an analysing engine gives the boards of a game. Its name describes the engine. */
export interface AnalystValues extends LinePlayer {
  /** Value of the board after 0, 1, 2 … moves, up to the last one searched. */
  readonly values: readonly number[]
  /** Depth of each value. */
  readonly depths: readonly number[]
}
