import type { OrderedSearch, RecordedSearch, RecordProgress, SearchedGame, TraceOrder } from '../../../core/contract/compute'
import type { Player } from '../../../core/games/twenty48/player'
import { onAbort } from './abort'
import { ThreadHandle, type Batch, type CreateThread } from './threadHandle'

export interface RecordOptions {
  /** Ends it early: it resolves once the search has told what it has. */
  readonly signal?: AbortSignal | undefined
  /** How far the iteration in hand is, a few times a second. */
  readonly onProgress?: ((progress: RecordProgress) => void) | undefined
}

export interface GameSearchOptions extends RecordOptions {
  /** The newest of the finished iterations, a few times a second; the last one comes with what the search comes to. */
  readonly onIteration?: ((recorded: RecordedSearch) => void) | undefined
  /** Hears the report of each finished iteration but the last, of a search that is not recorded. */
  readonly interim?: ((searched: SearchedGame) => void) | undefined
}

/**
 * Recorded searches, one after the other, on a thread of their own. One cannot be laid aside for another search as games
 * can, and an analysis until stopped would never let it go on: the system shares the cores between the two.
 */
export class Recorder {
  readonly #thread: ThreadHandle
  readonly #waiting: Batch[] = []

  constructor(createThread: CreateThread) {
    this.#thread = new ThreadHandle(0, createThread, () => this.#dispatch())
  }

  get memoryBytes(): number {
    return this.#thread.memoryBytes
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

  /** @returns `undefined` of one that was ended before it began */
  async searchGame(
    search: OrderedSearch,
    { signal, onProgress, onIteration, interim }: GameSearchOptions,
  ): Promise<SearchedGame | undefined> {
    let searched: SearchedGame | undefined
    await this.#run(signal, (ask, job) =>
      ask(
        'searchGame',
        { job, search, tellsIterations: onIteration !== undefined, tellsReports: interim !== undefined },
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
      kind: 'trace',
      ask,
      ended: () => done.resolve(),
      lost: error => done.reject(error),
    }
    this.#waiting.push(batch)
    const removeListener = onAbort(signal, () => {
      const place = this.#waiting.indexOf(batch)
      if (place < 0) return this.#thread.release(batch)
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

  async close(): Promise<void> {
    await this.#thread.close()
    this.#dispatch() // what still waits learns that there is no thread
  }

  #dispatch(): void {
    while (this.#waiting.length > 0 && !this.#thread.batch && !this.#thread.isDown) this.#thread.play(this.#waiting.shift()!)
  }
}
