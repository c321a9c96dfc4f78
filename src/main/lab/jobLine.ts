import { createDeferred } from '../compute/deferred'

interface Job<Key> {
  readonly key: Key
  readonly task: (signal: AbortSignal) => Promise<void>
  readonly abort: AbortController
  readonly done: ReturnType<typeof createDeferred<void>>
}

/** Jobs that take turns: one runs, the others wait in the order they came. */
export class JobLine<Key> {
  /** The first one runs. */
  readonly #line: Job<Key>[] = []

  /** @param onLeft hears of each job as it leaves the line, whether it had its turn or not. */
  constructor(private readonly onLeft: (key: Key) => void) {}

  /** @returns where the job stands, `undefined` for one that is not in the line. */
  stateOf(key: Key): 'running' | 'waiting' | 'stopping' | undefined {
    const job = this.#find(key)
    if (!job) return undefined
    return job.abort.signal.aborted ? 'stopping' : job === this.#line[0] ? 'running' : 'waiting'
  }

  /** @param task must not throw; its turn lasts until it resolves. It is not called for a job that is stopped before its turn. */
  add(key: Key, task: (signal: AbortSignal) => Promise<void>): void {
    this.#line.push({ key, task, abort: new AbortController(), done: createDeferred() })
    if (this.#line.length === 1) void this.#run()
  }

  /** Resolves when the job has left the line: at once if it waits, else when it has heard its signal. */
  async stop(key: Key): Promise<void> {
    const job = this.#find(key)
    if (!job) return
    job.abort.abort()
    if (job !== this.#line[0]) this.#leave(job)
    await job.done.promise
  }

  /** Resolves when the job has left the line, if it was in it. */
  async settled(key: Key): Promise<void> {
    await this.#find(key)?.done.promise
  }

  async close(): Promise<void> {
    await Promise.all(this.#line.toReversed().map(({ key }) => this.stop(key)))
  }

  async #run(): Promise<void> {
    for (let job = this.#line[0]; job; job = this.#line[0]) {
      await job.task(job.abort.signal)
      this.#leave(job)
    }
  }

  #leave(job: Job<Key>): void {
    this.#line.splice(this.#line.indexOf(job), 1)
    this.onLeft(job.key)
    job.done.resolve()
  }

  #find(key: Key): Job<Key> | undefined {
    return this.#line.find(each => each.key === key)
  }
}
