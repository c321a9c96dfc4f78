import type { RunAdvance, RunProgress, StoredEvaluation, StoredIteration } from '../../../core/contract/storedRuns'
import type { Store } from '../../store/store'
import { WriteBehind } from '../saving/writeBehind'

/** Most evaluations that wait for the disk before their producer must wait. */
const MOST_WAITING = 5000

/** The data from which a run resumes: a consistent snapshot. */
export interface RunMoment {
  readonly checkpoint: unknown
  readonly progress: RunProgress
}

/** Writes a run into the store in the background; everything that waits together is one transaction. */
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

  /** Settles once few enough results wait for the disk. @throws what the store threw */
  async room(): Promise<void> {
    this.signal.throwIfAborted()
    if (this.#evaluations.length >= MOST_WAITING) await this.flush()
  }
}
