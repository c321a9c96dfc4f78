import type { Player } from '../../../core/games/twenty48/player'

/** What became of a slice: there is more to play, now or after `waitMs`; or nothing is left. */
export type Progress = 'more' | 'done' | { readonly waitMs: number }

/** A batch on a thread, played in slices between which the thread hears messages. */
export interface SlicedJob {
  /** Whose weights the kernel must have loaded for the next slice; absent: it needs no kernel. */
  readonly player?: Player | undefined
  /** Plays until the thread's clock (`performance.now()`) passes `until`: a few slides, or one that takes longer. */
  play(until: number): Progress
  /** Tells what was played but not told yet. */
  release(): void
}
