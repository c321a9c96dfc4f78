import type { LabErrorData } from '../../../core/errors'
import type { Scope } from '../../scope'
import type { StoreFault } from '../../store/failures'
import type { Pace } from './autosave'

/** Time between two attempts to open the data: doubled after each failure, up to the longest. */
const FIRST_MS = 1000
const LONGEST_MS = 10_000

/** Repeatedly tries to open data that are unusable now and may be usable later. */
export class Recovery {
  readonly #firstMs: number
  readonly #longestMs: number
  #timer: NodeJS.Timeout | undefined
  #pause: number
  #running: Promise<boolean> | undefined
  #isNeeded = false

  /** @param recover @returns true if it is done @param scope waits for an attempt in progress when it closes */
  constructor(
    private readonly scope: Scope,
    private readonly recover: () => Promise<boolean>,
    { firstRetryMs = FIRST_MS, longestRetryMs = LONGEST_MS }: Pick<Pace, 'firstRetryMs' | 'longestRetryMs'> = {},
  ) {
    this.#firstMs = this.#pause = firstRetryMs
    this.#longestMs = longestRetryMs
    scope.defer(() => {
      clearTimeout(this.#timer)
      return this.#running
    })
  }

  /**
   * Must be called when the state of the data changes.
   * @param missing why there are no data
   * @param problem of existing data
   */
  watch(missing: LabErrorData | undefined, problem: LabErrorData | undefined): void {
    this.#isNeeded = (missing !== undefined && mayEnd(missing)) || problem?.code === 'WORKER_LOST'
    if (this.#isNeeded) this.#schedule()
    else {
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.#pause = this.#firstMs
    }
  }

  /** Tries now. */
  async now(): Promise<void> {
    await (this.#running ?? this.#attempt())
  }

  #schedule(): void {
    if (this.#timer || this.#running || this.scope.isClosed) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.#attempt()
    }, this.#pause)
    this.#pause = Math.min(2 * this.#pause, this.#longestMs)
  }

  #attempt(): Promise<boolean> {
    this.#running ??= this.recover()
      .catch((error: unknown) => {
        console.error(error) // a bug; the next attempt may succeed
        return false
      })
      .then(isDone => {
        this.#running = undefined
        if (!isDone && this.#isNeeded) this.#schedule()
        return isDone
      })
    return this.#running
  }
}

/** Faults of a file that may disappear by themselves. */
const RETURNING: readonly unknown[] = ['unreachable', 'readOnly', 'gone'] satisfies readonly StoreFault[]

/** True for faults that may end: another program releases the folder, a disk gets room or comes back. A damaged file stays damaged. */
export function mayEnd({ code, detail }: LabErrorData): boolean {
  switch (code) {
    case 'STORE_LOCKED':
    case 'STORE_FULL':
    case 'BAD_SETTING':
    case 'WORKER_LOST':
      return true
    case 'BAD_STORE':
      return RETURNING.includes(detail?.['fault'])
    default:
      return false
  }
}

/** True if the files of the data are not where the store has them open. */
export function isGone({ detail }: Pick<LabErrorData, 'detail'>): boolean {
  return detail?.['fault'] === 'gone'
}
