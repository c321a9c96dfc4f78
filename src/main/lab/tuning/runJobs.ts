import type { RunRow } from '../../../core/contract/calls'
import type { Job, Jobs } from '../jobs/jobs'

/** Runs that compute or wait, as background jobs. */
export class RunJobs {
  readonly #jobs = new Map<number, Job>()

  /** @param pause called when the user pauses a run */
  constructor(
    private readonly jobs: Jobs,
    private readonly pause: (run: number) => void,
  ) {}

  hear({ id, name, state, progress, planned, deleted }: RunRow): void {
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
      const cancel = () => this.pause(id)
      this.#jobs.set(id, this.jobs.begin({ kind: 'tuning', title: name, total: planned, done, state: jobState, cancel }))
    }
  }
}
