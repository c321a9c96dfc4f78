import type { Player } from '../../../core/games/twenty48/player'
import type { Progress, SlicedJob } from './slicedJob'

/** Quick results are sent together, to keep messages from loading the main process. */
const POST_MS = 20

/** Result of working on an item: it is done, it needs another call, or the thread is needed elsewhere. */
export type Worked<Result> = { readonly result: Result } | 'more' | 'cut'

/** A chunk of a study: items done one after another, whose results are sent in their order. */
export abstract class StudyJob<Item, Result> implements SlicedJob {
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
