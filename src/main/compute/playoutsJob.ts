import type { FromThread, StopCell, ToThread } from '../../core/contract/compute'
import type { Player } from '../../core/games/twenty48/player'
import type { Kernel } from '../../core/kernel/port'
import type { Stop } from '../../core/search/engine'
import type { Depth } from '../../core/search/settings'
import type { Progress, SlicedJob } from './slicedJob'

/** Games near their end are over at once: their scores are told together. */
const POST_MS = 20

/** Slides between two looks at the clock: at the fastest they take some 20 microseconds. */
const STRIDE = 16

/** Games from positions to their ends, inside the kernel. One that is cut short stays where it is, and is gone with the job. */
export class PlayoutsJob implements SlicedJob {
  readonly job
  readonly player: Player
  readonly #starts
  readonly #depth: Depth
  #next = 0
  #begun = false
  #scores: number[] = []
  #posted = performance.now()

  constructor(
    { job, player, starts }: ToThread & { kind: 'playouts' },
    private readonly kernel: Kernel,
    private readonly stopCell: StopCell,
    private readonly post: (message: FromThread) => void,
    /** Whether a search waits for the thread. */
    private readonly isWanted: () => boolean,
  ) {
    this.job = job
    this.player = player
    this.#starts = starts
    this.#depth = player.limits.depth!
  }

  play(until: number): Progress {
    const interrupted = () => Atomics.load(this.stopCell, 2) >= this.job || this.isWanted()
    const stop: Stop = () => (interrupted() ? 'request' : undefined)
    while (this.#next < this.#starts.length && performance.now() < until && !interrupted()) {
      if (!this.#begun) this.kernel.beginGame(this.#starts[this.#next]!)
      this.#begun = true
      if (this.kernel.playSlides(this.#depth, STRIDE, stop)) continue
      this.#scores.push(this.kernel.game().position.score)
      this.#next++
      this.#begun = false
      if (performance.now() - this.#posted >= POST_MS) this.release()
    }
    return this.#next < this.#starts.length ? 'more' : 'done'
  }

  release(): void {
    if (this.#scores.length > 0) this.post({ kind: 'scores', job: this.job, scores: this.#scores })
    this.#scores = []
    this.#posted = performance.now()
  }
}
