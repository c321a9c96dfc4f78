import type { RunAdvance, RunProgress, StoredEvaluation, StoredIteration } from '../../../core/contract/storedRuns'
import type { Store } from '../../store/store'

/** Between two transactions, and at least so many times what the last one took: they must not hold up the store. */
const PAUSE_MS = 250
const SHARE = 10
/** Evaluations that may wait for the disk before whoever makes more has to. */
const MOST_WAITING = 5000

/** What a run is to be resumed from: taken at one moment, so that all of it agrees. */
export interface RunMoment {
  readonly checkpoint: unknown
  readonly progress: RunProgress
}

/** Brings a run into the store behind its back, a few times a second; what has waited together is one transaction. */
export class RunWriter {
  #evaluations: StoredEvaluation[] = []
  #iterations: StoredIteration[] = []
  #isBehind = false
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #last = -Infinity
  #lastMs = 0
  readonly #failed = new AbortController()

  constructor(
    private readonly store: Pick<Store, 'runs'>,
    private readonly run: number,
    private readonly moment: () => RunMoment,
  ) {}

  /** Aborted when a write failed, of which `room` and `flush` tell the reason. */
  get signal(): AbortSignal {
    return this.#failed.signal
  }

  add(evaluation: StoredEvaluation, iteration?: StoredIteration): void {
    this.#evaluations.push(evaluation)
    if (iteration) this.#iterations.push(iteration)
    this.#isBehind = true
    this.#schedule()
  }

  /** Settles once little enough waits for the disk. @throws what the store threw. */
  async room(): Promise<void> {
    this.signal.throwIfAborted()
    if (this.#evaluations.length >= MOST_WAITING) await this.flush()
  }

  /** Writes what is not yet written; nothing is written after it unless there is more. @throws what the store threw. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing
    // only now: what ended may have asked for the next, which would come when the run is somebody else's
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isBehind && !this.signal.aborted) await this.#write()
    this.signal.throwIfAborted()
  }

  #schedule(): void {
    if (this.#timer || this.#writing || this.signal.aborted) return
    const wait = this.#last + Math.max(PAUSE_MS, SHARE * this.#lastMs) - performance.now()
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        void this.#write()
      },
      Math.max(0, wait),
    )
  }

  #write(): Promise<void> {
    this.#writing ??= this.#attempt().finally(() => {
      this.#writing = undefined
      if (this.#isBehind) this.#schedule()
    })
    return this.#writing
  }

  /** A failure stays: what it would leave out can never be written without a gap. */
  async #attempt(): Promise<void> {
    const started = performance.now()
    const advance: RunAdvance = { evaluations: this.#evaluations, iterations: this.#iterations, ...this.moment() }
    this.#evaluations = []
    this.#iterations = []
    this.#isBehind = false
    try {
      await this.store.runs.advance(this.run, advance)
    } catch (error) {
      this.#failed.abort(error)
    }
    this.#last = performance.now()
    this.#lastMs = this.#last - started
  }
}
