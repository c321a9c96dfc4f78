import type { Progress, SlicedJob } from './slicedJob'
import type { BoardsOrder, Judgement } from '../../../core/contract/compute'
import type { Board } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import { deepen } from '../../../core/games/twenty48/search/deepening'
import type { SearchReport } from '../../../core/games/twenty48/search/report'
import { searchSlide } from './slideSearch'
import type { Kernel } from '../../../core/kernel/port'

/** Quick results are sent together, to keep messages from loading the main process. */
const POST_MS = 20

/** Result of working on an item: it is done, it needs another call, or the thread is needed elsewhere. */
export type Worked<Result> = { readonly result: Result } | 'more' | 'cut'

/** A chunk of work: items done one after another, whose results are sent in their order. */
export abstract class ChunkJob<Item, Result> implements SlicedJob {
  #next = 0
  #results: Result[] = []
  #posted = performance.now()

  constructor(
    /** Absent if no kernel is needed. */
    readonly player: Player | undefined,
    private readonly items: readonly Item[],
    private readonly tell: (results: readonly Result[]) => void,
  ) {}

  /** An interrupted item is not reported. The job restarts or continues it. */
  protected abstract work(item: Item): Worked<Result>

  play(until: number): Progress {
    while (this.#next < this.items.length && performance.now() < until) {
      const worked = this.work(this.items[this.#next]!)
      if (worked === 'cut') break
      if (worked === 'more') continue
      this.#results.push(worked.result)
      this.#next++
      if (performance.now() - this.#posted >= POST_MS) this.release()
    }
    return this.#next < this.items.length ? 'more' : 'done'
  }

  release(): void {
    if (this.#results.length > 0) this.tell(this.#results)
    this.#results = []
    this.#posted = performance.now()
  }
}

/**
 * Boards searched one after another. A board that is interrupted, by a release or for a search, is searched again from the start. An expert
 * is not asked: the judgements of a game are compared with each other, so all are in the evaluator's unit.
 */
export class BoardsJob extends ChunkJob<Board, Judgement> {
  readonly #player: Player

  constructor(
    { player, boards }: BoardsOrder,
    private readonly kernel: Kernel,
    tell: (judgements: readonly Judgement[]) => void,
    private readonly isInterrupted: () => boolean,
  ) {
    super(player, boards, tell)
    this.#player = player
  }

  protected work(board: Board): Worked<Judgement> {
    const { limits, settings } = this.#player
    let whole = undefined as SearchReport | undefined
    const steps = deepen(board, limits, { cut: settings.cut, interim: report => (whole = report) })
    const last = searchSlide(this.kernel, steps, limits, this.isInterrupted)
    // In an interrupted iteration some slides would be compared with shallower ones, so the iteration before it counts.
    const { values, depth } = whole?.depth === last.depth && whole.cut === last.cut ? whole : last
    return last.stopped === 'request' ? 'cut' : { result: { values, depth } }
  }
}
