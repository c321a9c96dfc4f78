/**
 * An experiment that can be paused, killed and resumed without a change of its result. A kind of run is a subclass: it finds stored runs,
 * makes rows of them, and computes one from where it is. The queue and everything that users do with a run are here.
 */
import { LabError, type LabErrorData } from '../../../core/errors'
import type { JobKind, RunStanding } from '../../../core/contract/calls'
import { Scope } from '../../scope'
import { failureData } from '../ground/labFeature'
import { Throttle } from '../ground/throttle'
import { type Job, type JobOptions, type Jobs, Progress } from '../jobs/jobs'

const NEWS_PER_SECOND = 4

export interface RunsOptions<Row> {
  readonly jobs: Pick<Jobs, 'begin'>
  /** Receives a run that changed, at most 4 times per second while it computes, and always its last state. */
  readonly onRow: (row: Row) => void
  /** Receives faults outside any request. */
  readonly onFailure: (error: unknown) => void
}

/** The place of a run in the queue of its kind, if it computes or waits; and why it failed in this process. */
export type Standing = Partial<Omit<RunStanding<never>, 'deleted'>>

/** The computation of a run. */
export interface Turn<Run> {
  /** The run as its rows show it. */
  run: Run
  /** Aborted when it is paused. */
  readonly signal: AbortSignal
  /** Cheap: may be called for every game. @param done absent: only its row has changed */
  progress(done?: number, total?: number): void
}

interface Queued<Run> extends Turn<Run> {
  readonly job: Job
  /** Closed once it is paused, or has ended. */
  readonly scope: Scope
  readonly news: Throttle
  readonly left: PromiseWithResolvers<void>
  /** Absent while it waits. */
  pace?: Progress
  total?: number | undefined
  hasEnded?: true
}

export abstract class Runs<Id extends number | string, Run, Row> {
  /** In their order; those that compute have a pace. */
  readonly #queue = new Map<Id, Queued<Run>>()
  readonly #problems = new Map<Id, LabErrorData>()
  /** The last request for a run. */
  #steering: Promise<unknown> = Promise.resolve()
  #estimating: Scope | undefined
  readonly #scope = new Scope('runs', true)

  /** @param atOnce number of runs that compute at the same time */
  protected constructor(
    private readonly kind: JobKind,
    private readonly context: RunsOptions<Row>,
    private readonly atOnce = 1,
  ) {}

  /** @throws {LabError} `NOT_FOUND` */
  abstract find(id: Id): Run | Promise<Run>
  protected abstract idOf(run: Run): Id
  /** For pages, with its `standing`. */
  protected abstract rowOf(run: Run): Row | Promise<Row>
  /** The row of any run, also of one that is damaged. */
  protected shown(run: Run): Row | Promise<Row> {
    return this.rowOf(run)
  }
  /** For the list of background jobs. */
  protected abstract jobOf(run: Run): Pick<JobOptions, 'title' | 'total' | 'done' | 'profile'>
  /** Computes what it lacks and stores it on the way, until its end or the signal's. Sets `turn.run` when the stored run changes. */
  protected abstract compute(turn: Turn<Run>): Promise<void>

  /** @returns the run as it is resumed; `undefined` if there is nothing left of it @throws {LabError} why it cannot be resumed */
  protected toResume(run: Run): Run | undefined | Promise<Run | undefined> {
    return run
  }

  /** Saves that a run that waited, or rested, is paused. */
  protected rested(run: Run): Run | Promise<Run> {
    return run
  }

  /** @throws {LabError} `NOT_FOUND` */
  protected named(_id: Id, _name: string): Run | Promise<Run> {
    throw new LabError('BAD_REQUEST', 'Runs of this kind have no name of their own.')
  }

  /** @returns `undefined` if there is no such run @throws {LabError} why it cannot be deleted, or restored */
  protected setDeleted(_id: Id, _isDeleted: boolean): Run | undefined | Promise<Run | undefined> {
    throw new LabError('BAD_REQUEST', 'Runs of this kind are neither deleted nor restored.')
  }

  standing(id: Id): Standing {
    const queued = this.#queue.get(id)
    const problem = this.#problems.get(id)
    if (!queued || queued.hasEnded) return problem ? { problem } : {}
    const { pace, total, signal } = queued
    if (!pace) return { state: 'waiting', ahead: this.#waiting.indexOf(queued) }
    if (signal.aborted) return { state: 'stopping' }
    const leftMs = total === undefined ? undefined : pace.leftMs(total, performance.now())
    return { state: 'running', ...(leftMs !== undefined && { leftMs }) }
  }

  /** Those that compute and wait, as their computations know them. */
  protected get queued(): readonly Run[] {
    return [...this.#queue.values()].map(({ run }) => run)
  }

  /** Computes a run, or queues it. */
  resume(id: Id): Promise<Row> {
    return this.steer(async () => {
      this.#refuseClosed()
      const run = await this.find(id)
      if (this.standing(id).state) return this.rowOf(run)
      const resumed = await this.toResume(run)
      return resumed === undefined ? this.rowOf(run) : this.enqueue(resumed)
    })
  }

  /** Settles when it has stopped. Stored results stay. */
  pause(id: Id): Promise<Row> {
    return this.steer(async () => {
      if (await this.rest(id)) return this.rowOf(await this.find(id))
      return this.send(await this.rested(await this.find(id)))
    })
  }

  rename(id: Id, name: string): Promise<Row> {
    return this.steer(async () => {
      const run = await this.named(id, name)
      const queued = this.#queue.get(id)
      if (queued) queued.run = run
      return this.send(run)
    })
  }

  /** Pauses each first. @returns how many existed */
  remove(ids: readonly Id[]): Promise<number> {
    return this.#setDeleted(ids, true)
  }

  /** Undoes `remove`. @returns how many existed */
  restore(ids: readonly Id[]): Promise<number> {
    return this.#setDeleted(ids, false)
  }

  #setDeleted(ids: readonly Id[], isDeleted: boolean): Promise<number> {
    return this.steer(async () => {
      let count = 0
      for (const id of ids) {
        if (isDeleted) await this.rest(id)
        const run = await this.setDeleted(id, isDeleted)
        if (run === undefined) continue
        this.#problems.delete(id)
        this.context.onRow({ ...(await this.shown(run)), deleted: isDeleted })
        count++
      }
      return count
    })
  }

  /** @throws {LabError} `CANCELLED` if another one, a run or `stopEstimate` ended it */
  protected async measure<T>(estimate: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.stopEstimate()
    const { signal } = (this.#estimating = this.#scope.child('an estimate'))
    const estimated = await estimate(signal)
    if (signal.aborted) throw new LabError('CANCELLED', 'The measurement ended before it had a result.')
    return estimated
  }

  stopEstimate(): void {
    void this.#estimating?.close()
  }

  /** Settles when it neither computes nor waits. */
  async settled(id: Id): Promise<void> {
    await this.#queue.get(id)?.left.promise
  }

  /** Settles when it has ended; the signal pauses it. @throws {LabError} why it failed */
  async ended(id: Id, signal: AbortSignal): Promise<void> {
    const pause = () => this.#cancel(id)
    signal.addEventListener('abort', pause)
    if (signal.aborted) pause()
    await this.settled(id)
    signal.removeEventListener('abort', pause)
    const { problem } = this.standing(id)
    if (problem) throw LabError.fromData(problem)
  }

  /** Settles when no run computes or waits. */
  async idle(): Promise<void> {
    for (const { left } of this.#queue.values()) await left.promise
    if (this.#queue.size > 0) await this.idle()
  }

  /** Pauses the runs that compute; earlier requests are answered first. */
  async close(): Promise<void> {
    void this.#scope.close()
    for (const queued of this.#waiting) this.#leave(queued)
    await this.#steering
    await this.idle()
  }

  /** One request at a time, so that two requests to resume a run do not both queue it. */
  protected steer<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#steering.then(act)
    this.#steering = result.catch(() => undefined)
    return result
  }

  /** Ends an estimate: it would take threads from the run, and measure fewer than it has. @throws {LabError} `BAD_REQUEST` */
  protected enqueue(run: Run): Promise<Row> {
    this.#refuseClosed()
    this.stopEstimate()
    const id = this.idOf(run)
    this.#problems.delete(id)
    const { kind, context } = this
    const described = this.jobOf(run)
    const job = context.jobs.begin({ ...described, kind, run: id, state: 'waiting', cancel: () => this.#cancel(id) })
    const scope = this.#scope.child(described.title)
    const queued: Queued<Run> = {
      ...{ run, job, scope, signal: scope.signal, total: described.total, left: Promise.withResolvers() },
      news: new Throttle(NEWS_PER_SECOND, () => void this.#sendNews(queued)),
      progress(done, total = queued.total) {
        queued.total = total
        if (done !== undefined) {
          queued.pace!.reach(done, performance.now())
          job.progress(done, total)
        }
        queued.news.ask()
      },
    }
    this.#queue.set(id, queued)
    this.#next()
    return this.send(run)
  }

  /** Takes a run out of the queue or off the threads. @returns whether it computed */
  protected async rest(id: Id): Promise<boolean> {
    const queued = this.#queue.get(id)
    if (!queued) return false
    void queued.scope.close()
    if (queued.pace) queued.news.now()
    else {
      this.#leave(queued)
      await this.#sendWaiting()
    }
    await queued.left.promise
    return queued.pace !== undefined
  }

  /** Sends the row of a run to the pages. */
  protected async send(run: Run): Promise<Row> {
    const row = await this.shown(run)
    this.context.onRow(row)
    return row
  }

  get #waiting(): Queued<Run>[] {
    return [...this.#queue.values()].filter(({ pace }) => !pace)
  }

  #next(): void {
    const computing = this.#queue.size - this.#waiting.length
    for (const queued of this.#waiting.slice(0, Math.max(0, this.atOnce - computing))) {
      queued.pace = new Progress(this.jobOf(queued.run).done ?? 0, performance.now(), true)
      queued.job.setState('running')
      void this.#compute(queued)
      void this.#sendWaiting()
    }
  }

  async #compute(queued: Queued<Run>): Promise<void> {
    const id = this.idOf(queued.run)
    try {
      await this.compute(queued)
    } catch (error) {
      const problem = failureData(error)
      if (problem.code !== 'CANCELLED') this.#problems.set(id, problem)
    }
    queued.hasEnded = true
    queued.news.close()
    await this.#sendNews(queued)
    this.#leave(queued)
    this.#next()
  }

  #leave(queued: Queued<Run>): void {
    this.#queue.delete(this.idOf(queued.run))
    queued.job.end()
    void queued.scope.close()
    queued.left.resolve()
  }

  async #sendWaiting(): Promise<void> {
    for (const queued of this.#waiting) await this.#sendNews(queued)
  }

  /** Another process may have deleted it. */
  async #sendNews(queued: Queued<Run>): Promise<void> {
    try {
      await this.send(queued.pace ? queued.run : await this.find(this.idOf(queued.run)))
    } catch (error) {
      if (!(error instanceof LabError && error.code === 'NOT_FOUND')) this.context.onFailure(error)
    }
  }

  #refuseClosed(): void {
    if (this.#scope.isClosed) throw new LabError('BAD_REQUEST', 'The lab is being closed.')
  }

  #cancel(id: Id): void {
    this.pause(id).catch(this.context.onFailure)
  }
}
