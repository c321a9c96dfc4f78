import type { FromThread, StopCell, ToThread } from '../../core/contract/compute'
import type { GamePosition } from '../../core/games/twenty48/player'
import type { Kernel } from '../../core/kernel/port'
import type { Stop } from '../../core/search/engine'
import type { Depth } from '../../core/search/settings'
import { StudyJob, type Worked } from './studyJob'

/** Slides between two looks at the clock: at the fastest they take some 20 microseconds. */
const STRIDE = 16

/** Games from positions to their ends, inside the kernel. One that is cut short stays where it is, and is gone with the job. */
export class PlayoutsJob extends StudyJob<GamePosition, number> {
  readonly #depth: Depth
  #begun = false

  constructor(
    { job, player, starts }: ToThread & { kind: 'playouts' },
    private readonly kernel: Kernel,
    private readonly stopCell: StopCell,
    post: (message: FromThread) => void,
    /** Whether a search waits for the thread. */
    private readonly isWanted: () => boolean,
  ) {
    super(job, player, starts, post)
    this.#depth = player.limits.depth!
  }

  protected work(start: GamePosition): Worked<number> {
    const interrupted = (): boolean => Atomics.load(this.stopCell, 2) >= this.job || this.isWanted()
    if (interrupted()) return 'cut'
    if (!this.#begun) this.kernel.beginGame(start)
    this.#begun = true
    const stop: Stop = () => (interrupted() ? 'request' : undefined)
    if (this.kernel.playSlides(this.#depth, STRIDE, stop)) return 'more'
    this.#begun = false
    return { result: this.kernel.game().position.score }
  }

  protected told(scores: readonly number[]): FromThread {
    return { kind: 'scores', job: this.job, scores }
  }
}
