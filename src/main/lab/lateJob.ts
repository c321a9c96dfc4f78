import type { Job, JobOptions, Jobs } from './jobs'

/** What is done before would only flicker on the list. */
const MOMENT_MS = 300

/** A job that comes on the list only once it has taken longer than a moment. */
export class LateJob implements Job {
  readonly #timer: NodeJS.Timeout
  #job: Job | undefined
  #options: JobOptions

  constructor(jobs: Pick<Jobs, 'begin'>, options: JobOptions) {
    this.#options = options
    this.#timer = setTimeout(() => (this.#job = jobs.begin(this.#options)), MOMENT_MS)
  }

  progress(done: number, total?: number): void {
    this.#options = { ...this.#options, done, ...(total !== undefined && { total }) }
    this.#job?.progress(done, total)
  }

  setState(state: Parameters<Job['setState']>[0]): void {
    this.#options = { ...this.#options, state }
    this.#job?.setState(state)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#job?.end()
  }
}
