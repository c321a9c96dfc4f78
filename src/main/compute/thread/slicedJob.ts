import type { Player } from '../../../core/games/twenty48/player'

/** Result of a slice: more to play, now or after `waitMs`, or nothing left. */
export type Progress = 'more' | 'done' | { readonly waitMs: number }

/** A batch on a thread, played in slices between which the thread reads messages. */
export interface SlicedJob {
  /** The player whose weights the kernel must have loaded for the next slice; absent: no kernel needed. */
  readonly player?: Player | undefined
  /** See `Kernel.load`; absent: no. */
  readonly readsExpert?: boolean
  /** Plays until the thread's clock (`performance.now()`) passes `until`: a few slides, or one that takes longer. */
  play(until: number): Progress
  /** Sends results that were not sent yet. */
  release(): void
}
