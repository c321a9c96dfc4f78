import type { OrderedSearch, RecordedSearch, RecordProgress, SearchedGame, TraceOrder } from '../../../core/contract/compute'
import type { Player } from '../../../core/games/twenty48/player'
import type { Scope } from '../../scope'
import { type Batch, type CreateThread, type Priority, ThreadHandle, onAbort } from './threadHandle'

export interface RecordOptions {
  /** Ends it early: it resolves once the search has reported its finished iterations. */
  readonly signal?: AbortSignal | undefined
  /** Progress of the running iteration, a few times per second. */
  readonly onProgress?: ((progress: RecordProgress) => void) | undefined
}

export interface GameSearchOptions extends RecordOptions {
  /** The newest finished iteration, a few times per second; the last one comes with the result of the search. */
  readonly onIteration?: ((recorded: RecordedSearch) => void) | undefined
  /** Receives the report of each finished iteration but the last, of a search that is not recorded. */
  readonly interim?: ((searched: SearchedGame) => void) | undefined
}

/**
 * Recorded searches, one after another, on their own thread. Unlike games, a recorded search cannot pause for another search, and
 * an analysis without a limit would block one. The system shares the cores between the two threads.
 */
export class Recorder {
  readonly thread: ThreadHandle
  readonly #waiting: Batch[] = []

  /** @param onChange called when a search begins or ends */
  constructor(
    scope: Scope,
    createThread: CreateThread,
    private readonly priority: Priority,
    private readonly onChange: () => void,
  ) {
    this.thread = new ThreadHandle(scope, 0, createThread, () => this.#dispatch())
  }

  get memoryBytes(): number {
    return this.thread.memoryBytes
  }

  record(
    player: Player,
    order: TraceOrder,
    onTraced: (recorded: RecordedSearch) => void,
    { signal, onProgress }: RecordOptions,
  ): Promise<void> {
    return this.#run(signal, (ask, job) =>
      ask('trace', { job, player, order }, news => {
        if ('recorded' in news) onTraced(news.recorded)
        else onProgress?.(news)
      }),
    )
  }

  /** @returns `undefined` if it was ended before it began */
  async searchGame(
    search: OrderedSearch,
    { signal, onProgress, onIteration, interim }: GameSearchOptions,
  ): Promise<SearchedGame | undefined> {
    let searched: SearchedGame | undefined
    await this.#run(signal, (ask, job) =>
      ask(
        'searchGame',
        { job, search, sendsIterations: onIteration !== undefined, sendsReports: interim !== undefined },
        news => {
          if ('searched' in news) searched = news.searched
          else if ('interim' in news) interim?.(news.interim)
          else if ('iteration' in news) onIteration?.(news)
          else onProgress?.(news)
        },
      ),
    )
    return searched
  }

  async #run(signal: AbortSignal | undefined, ask: Batch['ask']): Promise<void> {
    const done = Promise.withResolvers<void>()
    const batch: Batch = {
      priority: this.priority,
      ask,
      ended: () => done.resolve(),
      lost: error => done.reject(error),
    }
    this.#waiting.push(batch)
    const removeListener = onAbort(signal, () => {
      const place = this.#waiting.indexOf(batch)
      if (place < 0) return this.thread.release(batch)
      this.#waiting.splice(place, 1) // it never began
      done.resolve()
    })
    this.#dispatch()
    try {
      await done.promise
    } finally {
      removeListener()
    }
  }

  #dispatch(): void {
    while (this.#waiting.length > 0 && !this.thread.batch && !this.thread.isDown) this.thread.play(this.#waiting.shift()!)
    this.onChange()
  }
}
