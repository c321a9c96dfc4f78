/** Writes in a second at most: what a crash costs is what was done since the last one. */
const WRITES_PER_SECOND = 4

/**
 * Takes results in any order and writes them in theirs: as many as there are without a gap, one write after the other.
 * After a write that failed nothing more is written.
 */
export class OrderedWriter<Result> {
  readonly #early = new Map<number, Result>()
  #ready: Result[] = []
  readonly #failed = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  /**
   * @param written results there were before
   * @param write gets the results from number `first` on
   */
  constructor(
    private written: number,
    private readonly write: (first: number, results: readonly Result[]) => Promise<void>,
  ) {}

  /** Aborted when a write failed; `settle` says why. */
  get signal(): AbortSignal {
    return this.#failed.signal
  }

  add(number: number, result: Result): void {
    this.#early.set(number, result)
    for (;;) {
      const next = this.written + this.#ready.length
      if (!this.#early.has(next)) break
      this.#ready.push(this.#early.get(next)!)
      this.#early.delete(next)
    }
    if (this.#ready.length > 0) this.#timer ??= setTimeout(() => void this.#flush(), 1000 / WRITES_PER_SECOND)
  }

  /** Writes what can be written; results beyond a gap are forgotten. @throws what a write threw */
  async settle(): Promise<void> {
    await this.#flush()
    this.#early.clear()
    if (this.signal.aborted) throw this.signal.reason
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer)
    while (this.#writing) await this.#writing
    this.#timer = undefined
    if (this.#ready.length === 0 || this.signal.aborted) return
    const results = this.#ready
    const first = this.written
    this.#ready = []
    this.written += results.length
    this.#writing = this.write(first, results).then(
      () => undefined,
      (error: unknown) => this.#failed.abort(error),
    )
    await this.#writing
    this.#writing = undefined
  }
}
