/** One sitting of a bench or a comparison: what is known when it begins, and what becomes of it. */
import type { LabErrorData } from '../../../core/errors'
import type { Kept } from './benchKeeper'

/** No game has been played by this command. */
export interface SittingBegun {
  /** Games that it has, of all players together, and how long its earlier sittings took. */
  readonly done: number
  readonly seconds: number
  /** Why nothing can be kept, although it should be. */
  readonly unkept?: LabErrorData | undefined
}

export interface SittingEnded {
  /** What became of its games; absent where nothing is kept. */
  readonly kept: Kept | undefined
  /** No game ended, so it was taken back. */
  readonly isDropped: boolean
  /** Why it failed, to be thrown when the rest has been shown. */
  readonly failure: Error | undefined
}
