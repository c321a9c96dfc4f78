import { WriteBehind } from '../saving/writeBehind'

/** Takes results in any order and writes them in theirs, behind: as many as there are without a gap. */
export class OrderedWriter<Result> {
  readonly #early = new Map<number, Result>()
  #ready: Result[] = []
  readonly #behind: WriteBehind

  /**
   * @param written results there were before
   * @param write gets the results from number `first` on
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

  /** Writes what can be written; results beyond a gap are forgotten. @throws what a write threw */
  async settle(): Promise<void> {
    await this.#behind.flush()
    this.#early.clear()
  }
}
