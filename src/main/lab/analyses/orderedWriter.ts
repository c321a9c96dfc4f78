import { WriteBehind } from '../saving/writeBehind'

/** Accepts results in any order and writes them in sequence, in the background, as far as there is no gap. */
export class OrderedWriter<Result> {
  readonly #early = new Map<number, Result>()
  #ready: Result[] = []
  readonly #behind: WriteBehind

  /**
   * @param written number of results already stored
   * @param write receives the results from number `first` on
   */
  constructor(
    private written: number,
    write: (first: number, results: readonly Result[]) => Promise<void>,
  ) {
    this.#behind = new WriteBehind(async () => {
      const [first, results] = [this.written, this.#ready]
      this.#ready = []
      this.written += results.length
      await write(first, results)
    })
  }

  /** Aborted when a write failed; `settle` says why. */
  get signal(): AbortSignal {
    return this.#behind.signal
  }

  add(number: number, result: Result): void {
    this.#early.set(number, result)
    for (;;) {
      const next = this.written + this.#ready.length
      if (!this.#early.has(next)) break
      this.#ready.push(this.#early.get(next)!)
      this.#early.delete(next)
    }
    if (this.#ready.length > 0) this.#behind.changed()
  }

  /** Writes what it can; drops results after a gap. @throws what a write threw */
  async settle(): Promise<void> {
    await this.#behind.flush()
    this.#early.clear()
  }
}

/**
 * Does work whose results are written on the way.
 * @param work ends by the signal, also when a write failed
 * @throws what a write or the work threw
 */
export async function whileStoring(
  writers: readonly Pick<OrderedWriter<unknown>, 'signal' | 'settle'>[],
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  try {
    await work(AbortSignal.any([signal, ...writers.map(writer => writer.signal)]))
  } finally {
    const settled = await Promise.allSettled(writers.map(writer => writer.settle()))
    const failed = settled.find(each => each.status === 'rejected')
    if (failed) throw failed.reason
  }
}
