/** One sitting of a bench or a comparison: its state at the start, and the result. */
import type { LabErrorData } from '../../../core/errors'
import type { Kept } from './benchKeeper'

/** The state before the first game that this command plays. */
export interface SittingBegun {
  /** Stored games of all players together, and the time of earlier sittings. */
  readonly done: number
  readonly seconds: number
  /** Why nothing can be saved, if it should be. */
  readonly unkept?: LabErrorData | undefined
}

export interface SittingEnded {
  /** What happened to its games; absent if nothing is saved. */
  readonly kept: Kept | undefined
  /** True if no game ended, so that it was removed. */
  readonly isDropped: boolean
  /** The failure, to be thrown after the rest is shown. */
  readonly failure: Error | undefined
}
