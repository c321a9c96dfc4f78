import { LabError, type LabErrorData } from '../../../core/errors'
import { failureData } from '../shared/failure'
import { Throttle } from '../shared/throttle'

/** When is written what changed. */
export interface Pace {
  /** Between two writes at least. */
  readonly everyMs: number
  /** Whether the first change waits as long too, for more to be written with it. */
  readonly waits?: boolean
  /** A write that failed is tried again after a second, then after twice as long, and so on up to this. */
  readonly longestRetryMs?: number
}

const A_SECOND_BEHIND: Pace = { everyMs: 1000 }
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 30_000

/** Keeps what is on the disk close behind what is in memory, and goes on trying where that fails. */
export class Autosave {
  readonly #throttle: Throttle
  #isBehind = false
  #problem: LabErrorData | undefined
  #writing: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #pause = FIRST_RETRY_MS
  #isClosed = false

  /**
   * @param save writes the newest state; never called again before it has ended.
   * @param onState hears when something begins to be wrong, when it is something else, and with `undefined` when it is over
   */
  constructor(
    private readonly save: () => Promise<void>,
    private readonly onState: (problem: LabErrorData | undefined) => void,
    private readonly pace: Pace = A_SECOND_BEHIND,
  ) {
    this.#throttle = new Throttle(1000 / pace.everyMs, () => this.#writeIfBehind(), pace.waits)
  }

  /** Whether something changed that no write has stored. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  /** Why the last write failed. */
  get problem(): LabErrorData | undefined {
    return this.#problem
  }

  /** To be called after every change. */
  changed(): void {
    this.#isBehind = true
    if (!this.#isClosed) this.#throttle.ask()
  }

  /** As `changed`, where that must not wait; a write that is under way is waited for. */
  now(): Promise<void> {
    this.#isBehind = true
    this.#throttle.close()
    return this.#write()
  }

  /** Writes at once what is not yet written. @returns why something is still unwritten */
  async flush(): Promise<LabErrorData | undefined> {
    this.#throttle.close()
    while (this.#writing) await this.#writing // another flush may have begun the next one
    if (this.#isBehind) await this.#write()
    return this.#problem
  }

  /** Ends the attempts. What is unwritten then stays so, unless `flush` is called. */
  close(): void {
    this.#isClosed = true
    this.#throttle.close()
    clearTimeout(this.#retry)
  }

  #writeIfBehind(): void {
    if (this.#isBehind) void this.#write()
  }

  #write(): Promise<void> {
    this.#writing ??= this.#attempt().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async #attempt(): Promise<void> {
    clearTimeout(this.#retry)
    this.#isBehind = false
    const before = this.#problem
    try {
      await this.save()
      this.#problem = undefined
      this.#pause = FIRST_RETRY_MS
      if (this.#isBehind && !this.#isClosed) this.#throttle.ask() // changed while it was written
    } catch (error) {
      this.#isBehind = true
      this.#problem = this.#explain(error)
      if (!this.#isClosed) this.#retry = setTimeout(() => this.#writeIfBehind(), this.#pause)
      this.#pause = Math.min(2 * this.#pause, this.pace.longestRetryMs ?? LONGEST_RETRY_MS)
    }
    if (this.#problem?.message !== before?.message) this.onState(this.#problem)
  }

  /** A bug is logged once, however often it comes back. */
  #explain(error: unknown): LabErrorData {
    if (error instanceof LabError) return error.toData()
    return this.#problem?.code === 'INTERNAL' ? this.#problem : failureData(error)
  }
}
