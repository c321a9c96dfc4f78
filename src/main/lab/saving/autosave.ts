import { LabError, type LabErrorData } from '../../../core/errors'
import type { Scope } from '../../scope'
import { failureData } from '../ground/labFeature'
import { Throttle } from '../ground/throttle'

/** When changes are written. */
export interface Pace {
  /** Minimum time between two writes. */
  readonly everyMs: number
  /** True to delay the first change too, so that more is written with it. */
  readonly waits?: boolean
  /** A failed write is repeated after this time, a second by default, then after twice as long … */
  readonly firstRetryMs?: number
  /** … and so on up to this; half a minute by default. */
  readonly longestRetryMs?: number
}

export const A_SECOND_BEHIND: Pace = { everyMs: 1000 }
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 30_000

/** Saves changes in memory to disk soon after they happen, and repeats failed writes. */
export class Autosave {
  readonly #throttle: Throttle
  #isBehind = false
  #problem: LabErrorData | undefined
  #writing: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #pause: number

  /**
   * @param scope ends the attempts when it closes; unsaved changes stay unsaved, unless `flush` is called
   * @param save writes the newest state; never called again before it has ended
   * @param onState called when a fault begins or changes, and with `undefined` when it is over
   */
  constructor(
    private readonly scope: Scope,
    private readonly save: () => Promise<void>,
    private readonly onState: (problem: LabErrorData | undefined) => void,
    private readonly pace: Pace = A_SECOND_BEHIND,
  ) {
    this.#pause = this.#firstPause
    this.#throttle = scope.add(new Throttle(1000 / pace.everyMs, () => this.#writeIfBehind(), pace.waits))
    scope.defer(() => clearTimeout(this.#retry))
  }

  /** True if a change is not saved yet. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  /** Why the last write failed. */
  get problem(): LabErrorData | undefined {
    return this.#problem
  }

  /** Must be called after every change. */
  changed(): void {
    this.#isBehind = true
    if (!this.scope.isClosed) this.#throttle.ask()
  }

  /** Like `changed`, but without delay; waits for a write in progress. */
  now(): Promise<void> {
    this.#isBehind = true
    this.#throttle.close()
    return this.#write()
  }

  /** Writes pending changes now. @returns why something is still unsaved */
  async flush(): Promise<LabErrorData | undefined> {
    this.#throttle.close()
    while (this.#writing) await this.#writing // another flush may have started the next one
    if (this.#isBehind) await this.#write()
    return this.#problem
  }

  get #firstPause(): number {
    return this.pace.firstRetryMs ?? FIRST_RETRY_MS
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
      this.#pause = this.#firstPause
      if (this.#isBehind && !this.scope.isClosed) this.#throttle.ask() // changed during the write
    } catch (error) {
      this.#isBehind = true
      this.#problem = this.#explain(error)
      if (!this.scope.isClosed) this.#retry = setTimeout(() => this.#writeIfBehind(), this.#pause)
      this.#pause = Math.min(2 * this.#pause, this.pace.longestRetryMs ?? LONGEST_RETRY_MS)
    }
    if (this.#problem?.message !== before?.message) this.onState(this.#problem)
  }

  /** A recurring bug is logged once. */
  #explain(error: unknown): LabErrorData {
    if (error instanceof LabError) return error.toData()
    return this.#problem?.code === 'INTERNAL' ? this.#problem : failureData(error)
  }
}
