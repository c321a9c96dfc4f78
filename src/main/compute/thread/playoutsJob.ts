import type { JobId, PlayoutsOrder, StopCell } from '../../../core/contract/compute'
import type { GamePosition } from '../../../core/games/twenty48/player'
import type { Kernel } from '../../../core/kernel/port'
import type { Stop } from '../../../core/games/twenty48/search/engine'
import type { Depth } from '../../../core/search/settings'
import { StudyJob, type Worked } from './studyJob'

/** Slides between two looks at the clock: the fastest take about 20 microseconds. */
const STRIDE = 16

/** Games from positions to their ends, inside the kernel. An interrupted game stays in the kernel, and is lost with the job. */
export class PlayoutsJob extends StudyJob<GamePosition, number> {
  readonly #job: JobId
  readonly #depth: Depth
  #begun = false

  constructor(
    { job, player, starts }: PlayoutsOrder,
    private readonly kernel: Kernel,
    private readonly stopCell: StopCell,
    tell: (scores: readonly number[]) => void,
    /** Whether a search waits for the thread. */
    private readonly isWanted: () => boolean,
  ) {
    super(player, starts, tell)
    this.#job = job
    this.#depth = player.limits.depth!
  }

  protected work(start: GamePosition): Worked<number> {
    const interrupted = (): boolean => Atomics.load(this.stopCell, 2) >= this.#job || this.isWanted()
    if (interrupted()) return 'cut'
    if (!this.#begun) this.kernel.beginGame(start)
    this.#begun = true
    const stop: Stop = () => (interrupted() ? 'request' : undefined)
    if (this.kernel.playSlides(this.#depth, STRIDE, stop)) return 'more'
    this.#begun = false
    return { result: this.kernel.game().position.score }
  }
}
