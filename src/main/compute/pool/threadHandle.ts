import type { Asker } from '../../../core/channel/asker'
import type { ArgOf, NewsOf } from '../../../core/channel/service'
import { HELD, STOP_REASONS, type ComputeService, type JobId, type Memory, type StopCell } from '../../../core/contract/compute'
import { LabError } from '../../../core/errors'
import type { Iteration, SlidesRequest, StopReason } from '../../../core/games/twenty48/search/engine'
import type { Player } from '../../../core/games/twenty48/player'
import type { Scope } from '../../scope'
import { askThread, type ThreadLike } from '../../threadChannel'

/** Starts a thread. If it throws a `LabError`, the caller that needed the thread receives it. */
export type CreateThread = (stopCell: StopCell) => ThreadLike

/**
 * The order of service: each kind gives way to those before it. Moves are searches, autoplays and the moves of a match that is watched; an
 * analysis that is a batch searches boards of games; batches are games, such as those of a calibration.
 */
const PRIORITIES = ['move', 'analysis', 'recording', 'playouts', 'batch'] as const
export type Priority = (typeof PRIORITIES)[number]

/** Lower is served first. */
export function rankOf({ priority }: { readonly priority: Priority }): number {
  return PRIORITIES.indexOf(priority)
}

/** A batch as its thread's handle sees it. Ends with exactly one of `ended` and `lost`. */
export interface Batch {
  readonly priority: Priority
  /** Sends it to the thread. @returns the result of `ask` */
  ask(ask: AskBatch, job: JobId): () => void
  /** The thread will send no more: all is done, or it was released. */
  ended(): void
  /** It failed (its own error) or its thread died (`WORKER_LOST`). */
  lost(error: unknown): void
}

/** @returns cancels it */
export type AskBatch = <K extends Exclude<keyof ComputeService, 'start' | 'search'>>(
  call: K,
  order: ArgOf<ComputeService, K>,
  onNews: (news: NewsOf<ComputeService, K>) => void,
) => () => void

/** One iteration that a thread searches. */
export interface Ask {
  readonly answer: Promise<Iteration>
  /** Makes it answer soon, with its finished slides. */
  stop(reason: StopReason): void
}

interface PendingAsk {
  readonly request: SlidesRequest
  readonly player: Player
  /** See `Kernel.load`. */
  readonly readsExpert: boolean
  readonly resolve: (iteration: Iteration) => void
  readonly reject: (error: unknown) => void
}

interface CurrentAsk extends PendingAsk {
  readonly job: JobId
}

interface CurrentBatch {
  readonly job: JobId
  readonly batch: Batch
  cancel?: () => void
  released: boolean
}

interface Running {
  readonly thread: ThreadLike
  readonly asker: Asker<ComputeService>
  readonly ready: PromiseWithResolvers<void>
  isReady: boolean
  /** Whether it has ever finished any work. */
  served: boolean
}

/** Delay before replacing a thread that died before it finished any work: a broken kernel must not keep the machine busy. */
const RESTART_MS = 1000

/** A search shorter than this does not gain from one more thread; starting one would only delay it. */
const HELP_AFTER_MS = 20

/**
 * The pool's handle of one thread, which starts when first needed and is replaced when it dies. It has one search at a time
 * (others wait in a queue) and one batch beside it.
 */
export class ThreadHandle {
  /** Searches that hold this thread until they end. */
  leases = 0
  memoryBytes = 0
  readonly #stopCell: StopCell = new Int32Array(new SharedArrayBuffer(20))
  #lastJob: JobId = 0
  #running: Running | undefined
  #ask: CurrentAsk | undefined
  readonly #queue: PendingAsk[] = []
  #batch: CurrentBatch | undefined
  #restart: NodeJS.Timeout | undefined
  #soon: Promise<void> | undefined
  #helpTimer: NodeJS.Timeout | undefined

  /**
   * @param scope ends the thread; its current work is lost with `CANCELLED`
   * @param number counts from 1, for messages.
   * @param onFree called when the thread may take another batch, when it has nothing left to search, and when it has ended.
   */
  constructor(
    readonly scope: Scope,
    private readonly number: number,
    private readonly createThread: CreateThread,
    private readonly onFree: () => void,
  ) {
    scope.defer(async () => {
      clearTimeout(this.#restart)
      this.#restart = undefined // later requests are refused immediately
      clearTimeout(this.#helpTimer)
      const thread = this.#running?.thread
      this.#drop(new LabError('CANCELLED', 'the lab was closed'))
      await thread?.terminate()
      onFree() // work that waits for a thread learns that there is none
    })
  }

  /** The current batch, unless it is about to end. */
  get batch(): Batch | undefined {
    return this.#batch?.batch
  }

  get isSearching(): boolean {
    return this.#ask !== undefined || this.#queue.length > 0
  }

  /** Whether it runs and can answer immediately. A thread that has not started, or died, must start first. */
  get isReady(): boolean {
    return this.#running?.isReady ?? false
  }

  /** Whether it waits to restart after a crash. */
  get isDown(): boolean {
    return this.#restart !== undefined
  }

  /** Resolves when the thread runs. @throws what `createThread` throws, or `WORKER_LOST`. */
  async ready(): Promise<void> {
    if (!this.isDown) await this.#start().ready.promise
  }

  /** Like `ready`, but starts later, in the background. Never settles once closed. */
  async readySoon(): Promise<void> {
    await (this.#soon ??= new Promise<void>(resolve => (this.#helpTimer = setTimeout(resolve, HELP_AFTER_MS))))
    this.#soon = undefined
    await this.ready()
  }

  search(request: SlidesRequest, player: Player, readsExpert = false): Ask {
    const { promise: answer, resolve, reject } = Promise.withResolvers<Iteration>()
    const pending: PendingAsk = { request, player, readsExpert, resolve, reject }
    this.#queue.push(pending)
    this.#nextAsk()
    return { answer, stop: reason => this.#stopAsk(pending, reason) }
  }

  /** Makes the running search answer soon, `stopped: 'request'`. */
  interrupt(): void {
    if (this.#ask) this.#stopAsk(this.#ask, 'request')
  }

  /** The thread must have no batch. */
  play(batch: Batch): void {
    let running: Running
    try {
      running = this.#start()
    } catch (error) {
      return batch.lost(error)
    }
    const current: CurrentBatch = { job: ++this.#lastJob, batch, released: false }
    this.#batch = current
    const listener = {
      done: ({ memoryBytes }: Memory) => {
        this.memoryBytes = memoryBytes
        this.#batch = undefined
        batch.ended()
        this.onFree()
      },
      failed: (error: unknown) => {
        this.#batch = undefined
        batch.lost(error)
        if (running === this.#running) this.onFree()
      },
    }
    const ask: AskBatch = (call, order, onNews) => {
      const news = (message: Parameters<typeof onNews>[0]): void => {
        running.served = true
        onNews(message)
      }
      return running.asker.ask(call, order, { ...listener, news } as never)
    }
    current.cancel = batch.ask(ask, current.job)
  }

  /** Whether the batch gives way, as its work says: it then computes a tenth of the time. */
  hold(isHeld: boolean): void {
    Atomics.store(this.#stopCell, HELD, Number(isHeld))
    Atomics.notify(this.#stopCell, HELD)
  }

  /** Makes the batch end soon, with its finished results. */
  release(batch: Batch): void {
    if (this.#batch?.batch !== batch || this.#batch.released) return
    this.#batch.released = true
    Atomics.store(this.#stopCell, 2, this.#batch.job)
    Atomics.notify(this.#stopCell, HELD)
    this.#batch.cancel?.()
  }

  #start(): Running {
    if (this.scope.isClosed) throw new LabError('CANCELLED', 'the lab was closed')
    if (this.#running) return this.#running
    Atomics.store(this.#stopCell, 3, 0) // a search that its predecessor never received must not hold up its games
    const thread = this.createThread(this.#stopCell)
    const asker = askThread<ComputeService>(thread, (fault, code) => this.#died(running, fault, code))
    const running: Running = { thread, asker, ready: Promise.withResolvers(), isReady: false, served: false }
    running.ready.promise.catch(() => undefined) // a caller may never await it
    asker.ask('start', undefined, {
      done: ({ memoryBytes }) => {
        this.memoryBytes = memoryBytes
        running.isReady = true
        running.ready.resolve()
      },
      failed: error => running.ready.reject(error),
    })
    return (this.#running = running)
  }

  #nextAsk(): void {
    while (!this.#ask && !this.isDown && this.#queue.length > 0) {
      const pending = this.#queue.shift()!
      try {
        this.#askThread(this.#start(), { ...pending, job: ++this.#lastJob })
      } catch (error) {
        pending.reject(error)
      }
    }
  }

  #askThread(running: Running, ask: CurrentAsk): void {
    const { job, request, player, readsExpert } = ask
    this.#ask = ask
    Atomics.store(this.#stopCell, 3, job) // before the message, so that games yield and the thread reads it sooner
    running.asker.ask(
      'search',
      { job, evaluator: player.evaluator, settings: player.settings, request, ...(readsExpert && { readsExpert }) },
      {
        done: ({ iteration, memoryBytes }) => {
          running.served = true
          this.memoryBytes = memoryBytes
          this.#ask = undefined
          ask.resolve(iteration)
          this.#nextAsk()
          if (!this.isSearching) this.onFree()
        },
        failed: error => {
          this.#ask = undefined
          ask.reject(error)
          if (running !== this.#running) return
          this.#nextAsk()
          this.onFree()
        },
      },
    )
  }

  #stopAsk(pending: PendingAsk, reason: StopReason): void {
    const place = this.#queue.indexOf(pending)
    if (place >= 0) {
      this.#queue.splice(place, 1)
      pending.resolve({ slides: [], unfinishedNodes: 0, stopped: reason })
    } else if (this.#ask?.resolve === pending.resolve) {
      // The reason first: the search looks at it once it has seen its own id.
      Atomics.store(this.#stopCell, 1, STOP_REASONS.indexOf(reason))
      Atomics.store(this.#stopCell, 0, this.#ask.job)
    }
  }

  /** @returns the error for later requests */
  #died(running: Running, fault: unknown, code: number): unknown {
    const cause = fault instanceof Error ? fault.message : `exit code ${code}`
    const error = new LabError(
      'WORKER_LOST',
      `Compute thread ${this.number} died (${cause}). Another takes its place: try again.`,
      { thread: this.number },
      { cause: fault },
    )
    if (running !== this.#running) return error // it was dropped, and has no work
    if (!running.served)
      this.#restart = setTimeout(() => {
        this.#restart = undefined
        this.#nextAsk()
        this.onFree()
      }, RESTART_MS)
    this.#drop(error)
    this.#nextAsk()
    this.onFree()
    return error
  }

  /** Drops the thread and its current work. Searches that still wait in the queue go to the next thread, unless closed. */
  #drop(error: LabError): void {
    const running = this.#running
    this.#running = undefined
    this.memoryBytes = 0
    running?.asker.end(error)
    if (this.scope.isClosed) for (const pending of this.#queue.splice(0)) pending.reject(error)
  }
}

/** Calls `act` once when the signal aborts, immediately if it has. @returns removes the listener. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (!signal) return () => undefined
  if (signal.aborted) act()
  else signal.addEventListener('abort', act, { once: true })
  return () => signal.removeEventListener('abort', act)
}
