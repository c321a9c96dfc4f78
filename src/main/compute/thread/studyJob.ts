import type { Player } from '../../../core/games/twenty48/player'
import type { Progress, SlicedJob } from './slicedJob'

/** Quick results are told together: main is not to be kept busy by messages. */
const POST_MS = 20

/** What came of working on an item: it is done; it goes on with the next call; or the thread is wanted for something else. */
export type Worked<Result> = { readonly result: Result } | 'more' | 'cut'

/** A chunk of a study: items done one after the other, whose results are told in their order. */
export abstract class StudyJob<Item, Result> implements SlicedJob {
  #next = 0
  #results: Result[] = []
  #posted = performance.now()

  constructor(
    /** Absent of what needs no kernel. */
    readonly player: Player | undefined,
    private readonly items: readonly Item[],
    private readonly tell: (results: readonly Result[]) => void,
  ) {}

  /** One that was cut short is not told, and is begun anew or gone on with, as the job sees fit. */
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
