/** Between two writes, and at least so many times what the last one took: they must not hold up the store. */
const PAUSE_MS = 250
const SHARE = 10

/**
 * Brings results into the store without making their producer wait, one write after the other. A failure stays: what it would leave
 * out can never be written without a gap.
 */
export class WriteBehind {
  #isBehind = false
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #last = performance.now()
  #lastMs = 0
  readonly #failed = new AbortController()

  /** @param write writes all that there is by then */
  constructor(private readonly write: () => Promise<void>) {}

  /** Aborted when a write failed, of which `flush` tells the reason. */
  get signal(): AbortSignal {
    return this.#failed.signal
  }

  /** There is something to write. */
  changed(): void {
    this.#isBehind = true
    this.#schedule()
  }

  /** Writes what is not yet written; nothing is written after it unless there is more. @throws what a write threw */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing
    // only now: what ended may have asked for the next, which would come when the results are somebody else's
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isBehind && !this.signal.aborted) await this.#begin()
    this.signal.throwIfAborted()
  }

  #schedule(): void {
    if (this.#timer || this.#writing || this.signal.aborted) return
    const wait = this.#last + Math.max(PAUSE_MS, SHARE * this.#lastMs) - performance.now()
    const begin = () => {
      this.#timer = undefined
      void this.#begin()
    }
    this.#timer = setTimeout(begin, Math.max(0, wait))
  }

  #begin(): Promise<void> {
    this.#writing ??= this.#attempt().finally(() => {
      this.#writing = undefined
      if (this.#isBehind) this.#schedule()
    })
    return this.#writing
  }

  async #attempt(): Promise<void> {
    const started = performance.now()
    this.#isBehind = false
    await this.write().catch((error: unknown) => this.#failed.abort(error))
    this.#last = performance.now()
    this.#lastMs = this.#last - started
  }
}
