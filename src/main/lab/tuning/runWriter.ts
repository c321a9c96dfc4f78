import type { RunAdvance, RunProgress, StoredEvaluation, StoredIteration } from '../../../core/contract/storedRuns'
import type { Store } from '../../store/store'
import { WriteBehind } from '../saving/writeBehind'

/** Evaluations that may wait for the disk before whoever makes more has to. */
const MOST_WAITING = 5000

/** What a run is to be resumed from: taken at one moment, so that all of it agrees. */
export interface RunMoment {
  readonly checkpoint: unknown
  readonly progress: RunProgress
}

/** Brings a run into the store behind its back; what has waited together is one transaction. */
export class RunWriter extends WriteBehind {
  #evaluations: StoredEvaluation[] = []
  #iterations: StoredIteration[] = []

  constructor(store: Pick<Store, 'runs'>, run: number, moment: () => RunMoment) {
    super(async () => {
      const advance: RunAdvance = { evaluations: this.#evaluations, iterations: this.#iterations, ...moment() }
      this.#evaluations = []
      this.#iterations = []
      await store.runs.advance(run, advance)
    })
  }

  add(evaluation: StoredEvaluation, iteration?: StoredIteration): void {
    this.#evaluations.push(evaluation)
    if (iteration) this.#iterations.push(iteration)
    this.changed()
  }

  /** Settles once little enough waits for the disk. @throws what the store threw. */
  async room(): Promise<void> {
    this.signal.throwIfAborted()
    if (this.#evaluations.length >= MOST_WAITING) await this.flush()
  }
}
