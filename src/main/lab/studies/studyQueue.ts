import type { LabErrorData } from '../../../core/errors'
import type { Job, JobOptions, Jobs } from '../jobs/jobs'
import { Progress } from '../jobs/progress'
import { failureData } from '../ground/failure'
import { OrderedWriter } from './orderedWriter'

/** The remaining work of a study when its turn comes. */
export interface StudyTurn<Result> {
  /** Series of results stored in order, after the `done` results stored already. */
  readonly series: readonly { readonly done: number; store(first: number, results: readonly Result[]): Promise<void> }[]
  /** Results of all series, stored ones included. */
  readonly total: number
  /** @param take receives each result once, in any order: with the number of its series, and its own number in that */
  compute(take: (series: number, number: number, result: Result) => void, signal: AbortSignal): Promise<void>
}

/** Background work whose results are stored on the way: a stored result is never computed again. */
export interface StoredStudy<Result> {
  readonly job: Omit<JobOptions, 'state' | 'cancel'>
  /** Reads its stored results. */
  begin(): Promise<StudyTurn<Result>>
  /** Sends its state to the pages: after each change, and finally when it has left the queue. */
  tell(): void
}

interface Queued<Key, Study> {
  readonly key: Key
  readonly study: Study
  readonly job: Job
  readonly abort: AbortController
  readonly left: PromiseWithResolvers<void>
  /** Present from its turn on. */
  turn?: { readonly total: number; readonly progress: Progress }
}

/** A queue of studies: one is computed, the others wait in order. */
export class StudyQueue<Key, Result, Study extends StoredStudy<Result>> {
  /** The first one is being computed. */
  readonly #queue = new Map<Key, Queued<Key, Study>>()
  readonly #problems = new Map<Key, LabErrorData>()

  constructor(private readonly jobs: Jobs) {}

  /** Studies that wait or are computed, by their key. */
  get studies(): readonly (readonly [Key, Study])[] {
    return [...this.#queue].map(([key, { study }]) => [key, study])
  }

  get(key: Key): Study | undefined {
    return this.#queue.get(key)?.study
  }

  /** True if its stored results are being extended. */
  isComputed(key: Key): boolean {
    return this.#queue.get(key)?.turn !== undefined
  }

  /** For its view. @param rest its state when it is not in the queue */
  standing<Rest extends string>(key: Key, rest: Rest) {
    const queued = this.#queue.get(key)
    const state = !queued ? rest : queued.abort.signal.aborted ? 'stopping' : queued === this.#first ? 'running' : 'waiting'
    const leftMs = queued?.turn?.progress.leftMs(queued.turn.total, performance.now())
    const problem = this.#problems.get(key)
    return { state, ...(leftMs !== undefined && { leftMs }), ...(problem && { problem }) } as const
  }

  /** Adds a study whose key is not in the queue. */
  add(key: Key, study: Study): void {
    this.#problems.delete(key)
    const job = this.jobs.begin({ ...study.job, state: 'waiting', cancel: () => void this.stop(key) })
    this.#queue.set(key, { key, study, job, abort: new AbortController(), left: Promise.withResolvers() })
    if (this.#queue.size === 1) void this.#run()
  }

  /** Finished results stay. Resolves when it has left the queue: immediately if it waits, otherwise when it has stopped. */
  async stop(key: Key): Promise<void> {
    const queued = this.#queue.get(key)
    if (!queued) return
    queued.abort.abort()
    if (queued === this.#first) queued.study.tell()
    else this.#leave(queued)
    await queued.left.promise
  }

  /** Resolves when it has left the queue in any way. */
  async settled(key: Key): Promise<void> {
    await this.#queue.get(key)?.left.promise
  }

  async close(): Promise<void> {
    await Promise.all([...this.#queue.keys()].toReversed().map(key => this.stop(key)))
  }

  get #first(): Queued<Key, Study> | undefined {
    const [first] = this.#queue.values()
    return first
  }

  async #run(): Promise<void> {
    for (let first = this.#first; first; first = this.#first) {
      try {
        await this.#compute(first)
      } catch (error) {
        const problem = failureData(error)
        if (problem.code !== 'CANCELLED') this.#problems.set(first.key, problem)
      }
      this.#leave(first)
    }
  }

  async #compute(queued: Queued<Key, Study>): Promise<void> {
    const { study, job, abort } = queued
    job.setState('running')
    const { series, total, compute } = await study.begin()
    let done = series.reduce((sum, each) => sum + each.done, 0)
    const progress = new Progress(done, performance.now(), true)
    queued.turn = { total, progress }
    job.progress(done, total)
    study.tell()
    const writers = series.map(
      each =>
        new OrderedWriter<Result>(each.done, async (first, results) => {
          await each.store(first, results)
          done += results.length
          job.progress(done)
          progress.reach(done, performance.now())
          study.tell()
        }),
    )
    const either = AbortSignal.any([abort.signal, ...writers.map(({ signal }) => signal)])
    try {
      await compute((index, number, result) => writers[index]!.add(number, result), either)
    } finally {
      const settled = await Promise.allSettled(writers.map(writer => writer.settle()))
      const failed = settled.find(each => each.status === 'rejected')
      if (failed) throw failed.reason
    }
  }

  #leave({ key, study, job, left }: Queued<Key, Study>): void {
    this.#queue.delete(key)
    job.end()
    study.tell()
    left.resolve()
  }
}
