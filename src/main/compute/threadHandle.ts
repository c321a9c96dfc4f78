import {
  STOP_REASONS,
  type BatchMessage,
  type FromThread,
  type JobId,
  type StopCell,
  type ToThread,
} from '../../core/contract/compute'
import { LabError, unreachable } from '../../core/errors'
import type { Iteration, SlidesRequest, StopReason } from '../../core/search/engine'
import type { Player } from '../../core/games/twenty48/player'
import { createDeferred, type Deferred } from './deferred'

/** What the pool needs of a `Worker`, so that tests can pass their own. */
export interface ThreadLike {
  postMessage(message: ToThread): void
  on(event: 'message', listener: (message: FromThread) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  terminate(): Promise<unknown>
}

/** Starts a thread. May throw a `LabError`: then whoever needed the thread gets it. */
export type CreateThread = (stopCell: StopCell) => ThreadLike

/** What a thread plays, as its handle sees it. Ends with exactly one of `ended` and `lost`. */
export interface Batch {
  /** Who waits: nobody for games, somebody for a study (boards searched, playouts), somebody who watches for an autoplay or a recording. */
  readonly kind: 'games' | 'study' | 'autoplay' | 'trace'
  message(job: JobId): ToThread
  heard(message: BatchMessage): void
  /** Nothing more is heard: all is done, or it was released. */
  ended(): void
  /** It failed (its own fault) or its thread died (`WORKER_LOST`). */
  lost(error: unknown): void
}

/** One iteration asked of a thread. */
export interface Ask {
  readonly answer: Promise<Iteration>
  /** Makes it answer soon, with what it has finished. */
  stop(reason: StopReason): void
}

interface PendingAsk {
  readonly request: SlidesRequest
  readonly player: Player
  readonly resolve: (iteration: Iteration) => void
  readonly reject: (error: unknown) => void
}

interface Running {
  readonly worker: ThreadLike
  readonly ready: Deferred<void>
  isReady: boolean
  /** Whether it ever finished anything. */
  served: boolean
  fault: unknown
}

/** A thread that died before it did anything is not replaced at once: a broken kernel must not keep the machine busy. */
const RESTART_MS = 1000

/** A search that is over sooner than this has no use for one more thread, and starting one would only hold it up. */
const HELP_AFTER_MS = 20

/**
 * One thread as the pool sees it: started when first needed, replaced when it died. Has one search at a time (others
 * wait in line) and one batch beside it.
 */
export class ThreadHandle {
  /** Searches that hold this thread until they end. */
  leases = 0
  memoryBytes = 0
  readonly #stopCell: StopCell = new Int32Array(new SharedArrayBuffer(16))
  #lastJob: JobId = 0
  #running: Running | undefined
  #ask: (PendingAsk & { readonly job: JobId }) | undefined
  readonly #line: PendingAsk[] = []
  #batch: { readonly job: JobId; readonly batch: Batch; released: boolean } | undefined
  #restart: NodeJS.Timeout | undefined
  #soon: Promise<void> | undefined
  #helpTimer: NodeJS.Timeout | undefined
  #closed = false

  /**
   * @param number counts from 1, for messages.
   * @param onFree called when the thread may take another batch, and when it has nothing left to search.
   */
  constructor(
    private readonly number: number,
    private readonly createThread: CreateThread,
    private readonly onFree: () => void,
  ) {}

  /** What it plays, unless that is about to end. */
  get batch(): Batch | undefined {
    return this.#batch?.batch
  }

  get isSearching(): boolean {
    return this.#ask !== undefined || this.#line.length > 0
  }

  /** Whether it runs and hears at once: one that was never needed, or died, has to start first. */
  get isReady(): boolean {
    return this.#running?.isReady ?? false
  }

  /** Whether it waits after a crash. */
  get isDown(): boolean {
    return this.#restart !== undefined
  }

  /** Resolves when the thread runs. @throws what `createThread` throws, or `WORKER_LOST`. */
  async ready(): Promise<void> {
    if (!this.isDown) await this.#start().ready.promise
  }

  /** As `ready`, but it starts only in a while, in the background. Never settles once closed. */
  async readySoon(): Promise<void> {
    await (this.#soon ??= new Promise<void>(resolve => (this.#helpTimer = setTimeout(resolve, HELP_AFTER_MS))))
    this.#soon = undefined
    await this.ready()
  }

  search(request: SlidesRequest, player: Player): Ask {
    const { promise: answer, resolve, reject } = createDeferred<Iteration>()
    const pending: PendingAsk = { request, player, resolve, reject }
    this.#line.push(pending)
    this.#nextAsk()
    return { answer, stop: reason => this.#stopAsk(pending, reason) }
  }

  /** Makes the search it has in hand answer soon, `stopped: 'request'`. */
  interrupt(): void {
    if (this.#ask) this.#stopAsk(this.#ask, 'request')
  }

  /** The thread must have no batch. */
  play(batch: Batch): void {
    const job = ++this.#lastJob
    this.#batch = { job, batch, released: false }
    try {
      this.#start().worker.postMessage(batch.message(job))
    } catch (error) {
      this.#batch = undefined
      batch.lost(error)
    }
  }

  /** Makes the batch end soon, with what it has finished. */
  release(batch: Batch): void {
    if (this.#batch?.batch !== batch || this.#batch.released) return
    this.#batch.released = true
    Atomics.store(this.#stopCell, 2, this.#batch.job)
    this.#running?.worker.postMessage({ kind: 'release', job: this.#batch.job })
  }

  /** Ends the thread. Whatever it had in hand is lost with `CANCELLED`. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#restart)
    this.#restart = undefined // what still comes is refused at once
    clearTimeout(this.#helpTimer)
    const worker = this.#running?.worker
    this.#drop(new LabError('CANCELLED', 'the lab was closed'))
    await worker?.terminate()
  }

  #start(): Running {
    if (this.#closed) throw new LabError('CANCELLED', 'the lab was closed')
    if (this.#running) return this.#running
    Atomics.store(this.#stopCell, 3, 0) // a search that its predecessor never heard must not hold up its games
    const worker = this.createThread(this.#stopCell)
    const running: Running = { worker, ready: createDeferred(), isReady: false, served: false, fault: undefined }
    running.ready.promise.catch(() => undefined) // nobody needs to wait for it
    // What a thread that was dropped still says is not heard.
    worker.on('message', message => running === this.#running && this.#hear(running, message))
    worker.on('error', error => (running.fault = error))
    worker.on('exit', code => running === this.#running && this.#died(running, code))
    return (this.#running = running)
  }

  #nextAsk(): void {
    while (!this.#ask && !this.isDown && this.#line.length > 0) {
      const pending = this.#line.shift()!
      const { request, player } = pending
      const job = ++this.#lastJob
      try {
        const { worker } = this.#start()
        Atomics.store(this.#stopCell, 3, job) // before the message: games make way, and the thread hears it sooner
        worker.postMessage({ kind: 'search', job, evaluator: player.evaluator, settings: player.settings, request })
        this.#ask = { ...pending, job }
      } catch (error) {
        pending.reject(error)
      }
    }
  }

  #stopAsk(pending: PendingAsk, reason: StopReason): void {
    const place = this.#line.indexOf(pending)
    if (place >= 0) {
      this.#line.splice(place, 1)
      pending.resolve({ slides: [], unfinishedNodes: 0, stopped: reason })
    } else if (this.#ask?.resolve === pending.resolve) {
      // The reason first: the search looks at it once it has seen its own id.
      Atomics.store(this.#stopCell, 1, STOP_REASONS.indexOf(reason))
      Atomics.store(this.#stopCell, 0, this.#ask.job)
    }
  }

  #hear(running: Running, message: FromThread): void {
    if ('memoryBytes' in message) this.memoryBytes = message.memoryBytes
    switch (message.kind) {
      case 'ready':
        running.isReady = true
        return running.ready.resolve()
      case 'searched':
        running.served = true
        this.#endAsk(message.job)?.resolve(message.iteration)
        this.#nextAsk()
        if (!this.isSearching) this.onFree()
        return
      case 'games':
      case 'turns':
      case 'judged':
      case 'scores':
      case 'tracing':
      case 'traced':
        running.served = true
        if (this.#batch?.job === message.job) this.#batch.batch.heard(message)
        return
      case 'played':
        this.#endBatch(message.job)?.ended()
        return this.onFree()
      case 'failed': {
        const error = LabError.fromData(message.error)
        this.#endAsk(message.job)?.reject(error)
        this.#endBatch(message.job)?.lost(error)
        this.#nextAsk()
        return this.onFree()
      }
      default:
        return unreachable(message)
    }
  }

  #endAsk(job: JobId): PendingAsk | undefined {
    if (this.#ask?.job !== job) return undefined
    const ask = this.#ask
    this.#ask = undefined
    return ask
  }

  #endBatch(job: JobId): Batch | undefined {
    if (this.#batch?.job !== job) return undefined
    const { batch } = this.#batch
    this.#batch = undefined
    return batch
  }

  #died({ served, fault }: Running, code: number): void {
    const cause = fault instanceof Error ? fault.message : `exit code ${code}`
    const error = new LabError(
      'WORKER_LOST',
      `Compute thread ${this.number} died (${cause}). Another takes its place: try again.`,
      { thread: this.number },
      { cause: fault },
    )
    if (!served)
      this.#restart = setTimeout(() => {
        this.#restart = undefined
        this.#nextAsk()
        this.onFree()
      }, RESTART_MS)
    this.#drop(error)
    this.#nextAsk()
    this.onFree()
  }

  /** Lets go of the thread and of what it had in hand. Searches that only wait in line go to the next thread, unless closed. */
  #drop(error: LabError): void {
    const [ask, batch, running] = [this.#ask, this.#batch?.batch, this.#running]
    this.#ask = this.#batch = this.#running = undefined
    this.memoryBytes = 0
    running?.ready.reject(error)
    ask?.reject(error)
    batch?.lost(error)
    if (this.#closed) for (const pending of this.#line.splice(0)) pending.reject(error)
  }
}
