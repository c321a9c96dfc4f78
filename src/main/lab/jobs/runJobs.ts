import type { JobKind } from '../../../core/contract/calls'
import type { Job, Jobs } from './jobs'

/** A run of any kind, as far as its job needs it. */
interface JobRow {
  readonly id: number
  readonly name: string
  readonly state: string
  /** 0 … 1 */
  readonly progress: number
  /** The whole work, in a unit of its own. */
  readonly planned: number
  readonly deleted: boolean
}

/** Runs that compute or wait, as background jobs. */
export class RunJobs {
  readonly #jobs = new Map<number, Job>()

  /** @param pause called when the user pauses a run */
  constructor(
    private readonly jobs: Jobs,
    private readonly kind: JobKind,
    private readonly pause: (run: number) => void,
  ) {}

  onRow({ id, name, state, progress, planned, deleted }: JobRow): void {
    if (deleted || (state !== 'running' && state !== 'queued')) {
      this.#jobs.get(id)?.end()
      this.#jobs.delete(id)
      return
    }
    const done = Math.round(progress * planned)
    const jobState = state === 'running' ? 'running' : 'waiting'
    const known = this.#jobs.get(id)
    if (known) {
      known.setState(jobState)
      known.progress(done, planned)
    } else {
      const { kind } = this
      const cancel = () => this.pause(id)
      this.#jobs.set(id, this.jobs.begin({ kind, title: name, total: planned, done, state: jobState, cancel }))
    }
  }
}
