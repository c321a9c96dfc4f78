/** Minimum pause between two writes into the store; also a multiple of the last write's time, so that writes do not block it. */
const PAUSE_MS = 250
const SHARE = 10

/**
 * Writes results into the store without making their producer wait, one write after the other. A failure is final, because a missing write
 * would leave a gap.
 */
export class WriteBehind {
  #isBehind = false
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #last = performance.now()
  #lastMs = 0
  readonly #failed = new AbortController()

  /** @param write writes all pending results @param pauseMs 0 for a file, which blocks no store */
  constructor(
    private readonly write: () => Promise<void>,
    private readonly pauseMs = PAUSE_MS,
  ) {}

  /** Aborts when a write has failed; `flush` throws the reason. */
  get signal(): AbortSignal {
    return this.#failed.signal
  }

  /** Reports that there are results to write. */
  changed(): void {
    this.#isBehind = true
    this.#schedule()
  }

  /** Writes pending results; nothing is written after it unless there are new ones. @throws what a write threw */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing
    // only now: the write that ended may have requested the next, which would come when the results belong to another run
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isBehind && !this.signal.aborted) await this.#begin()
    this.signal.throwIfAborted()
  }

  #schedule(): void {
    if (this.#timer || this.#writing || this.signal.aborted) return
    const pause = this.pauseMs && Math.max(this.pauseMs, SHARE * this.#lastMs)
    const wait = this.#last + pause - performance.now()
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
