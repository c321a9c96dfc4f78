import type { FromThread, Judgement, StopCell, ToThread } from '../../core/contract/compute'
import type { Player } from '../../core/games/twenty48/player'
import type { Kernel } from '../../core/kernel/port'
import { deepen } from '../../core/search/deepening'
import type { Progress, SlicedJob } from './slicedJob'
import { searchSlide } from './slideSearch'

/** Quick searches are told together: main is not to be kept busy by messages. */
const POST_MS = 20

/** Boards searched one after the other. One that is cut short, by a release or for a search, is not told. */
export class BoardsJob implements SlicedJob {
  readonly job
  readonly player: Player
  readonly #boards
  #next = 0
  #judged: Judgement[] = []
  #posted = performance.now()

  constructor(
    { job, player, boards }: ToThread & { kind: 'boards' },
    private readonly kernel: Kernel,
    private readonly stopCell: StopCell,
    private readonly post: (message: FromThread) => void,
    /** Whether a search waits for the thread. */
    private readonly isWanted: () => boolean,
  ) {
    this.job = job
    this.player = player
    this.#boards = boards
  }

  play(until: number): Progress {
    const { limits } = this.player
    for (let now = performance.now(); now < until && this.#next < this.#boards.length; now = performance.now()) {
      const steps = deepen(this.#boards[this.#next]!, limits)
      const { values, depth, stopped } = searchSlide(this.kernel, steps, limits, this.stopCell, this.job, this.isWanted)
      if (stopped === 'request') break
      this.#judged.push({ values, depth })
      this.#next++
      if (performance.now() - this.#posted >= POST_MS) this.release()
    }
    return this.#next < this.#boards.length ? 'more' : 'done'
  }

  release(): void {
    if (this.#judged.length > 0) this.post({ kind: 'judged', job: this.job, judgements: this.#judged })
    this.#judged = []
    this.#posted = performance.now()
  }
}
