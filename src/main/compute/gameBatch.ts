import type { JobId, MoveTimes, ToThread, FromThread } from '../../core/contract/compute'
import { LabError } from '../../core/errors'
import type { GameResult, Player } from '../../core/games/twenty48/player'
import { createDeferred } from './deferred'
import type { Batch } from './threadHandle'

export interface PlayedGame {
  readonly result: GameResult
  readonly times: MoveTimes
  /** Time on its thread. */
  readonly ms: number
}

/** Games given to a thread at once are at most this share of what a thread's part of the rest would be. */
const CHUNKS_PER_THREAD = 4

/**
 * And at most this many: a row of a file waits for those before it, so the threads of a large batch must not be far
 * apart in it. The least that a thread plays in a tenth of a second.
 */
const MOST_IN_CHUNK = 500

/** A game that lost this many threads is not tried again. */
const MAX_LOSSES = 2

export interface GameBatchOptions {
  readonly onGame: (game: PlayedGame) => void
  /** See `GamesOptions`. */
  readonly room?: (() => Promise<void> | undefined) | undefined
  /** Gets the chunks off their threads. */
  readonly onHold: () => void
  /** There is something to take again. */
  readonly onResume: () => void
}

/** Games of one player from many seeds, handed out in chunks that shrink towards the end, so that threads finish together. */
export class GameBatch {
  readonly #waiting: number[]
  readonly #losses = new Map<number, number>()
  readonly #done = createDeferred<void>()
  /** Chunks on their threads. */
  readonly chunks = new Set<Batch>()
  #ended = false
  #held = false

  constructor(
    private readonly player: Player,
    seeds: readonly number[],
    private readonly threads: number,
    private readonly options: GameBatchOptions,
  ) {
    this.#waiting = seeds.toReversed() // the next game is the last of the array
    if (seeds.length === 0) this.end()
  }

  /** Settles when all games were told, when it was ended, or when games were lost for good. */
  get done(): Promise<void> {
    return this.#done.promise
  }

  /** The next games for a thread; `undefined` when there are none to hand out. */
  take(): Batch | undefined {
    if (this.#ended || this.#held || this.#waiting.length === 0) return undefined
    const size = Math.min(Math.ceil(this.#waiting.length / (this.threads * CHUNKS_PER_THREAD)), MOST_IN_CHUNK)
    const chunk = this.#chunk(this.#waiting.splice(-size).reverse())
    this.chunks.add(chunk)
    return chunk
  }

  /** Nothing more is handed out or told. */
  end(error?: unknown): void {
    if (this.#ended) return
    this.#ended = true
    if (error === undefined) this.#done.resolve()
    else this.#done.reject(error)
  }

  #chunk(seeds: readonly number[]): Batch {
    const { player } = this
    let played = 0
    const chunk: Batch = {
      kind: 'games',
      message: (job: JobId): ToThread => ({ kind: 'games', job, player, seeds }),
      heard: (message: FromThread & { kind: 'game' | 'turns' }) => {
        if (message.kind !== 'game') return
        played++
        if (this.#ended) return
        this.options.onGame({ result: message.result, times: message.times, ms: message.ms })
        this.#awaitRoom()
      },
      ended: left => this.#return(chunk, left),
      lost: error => {
        const left = seeds.slice(played)
        // Only the game in play can be to blame.
        if (error instanceof LabError && error.code === 'WORKER_LOST') this.#countLoss(left[0], error)
        else this.end(error)
        this.#return(chunk, left)
      },
    }
    return chunk
  }

  /** The games in play are dropped for it, which is why `room` should hold back only now and then. */
  #awaitRoom(): void {
    const room = this.#held ? undefined : this.options.room?.()
    if (!room) return
    this.#held = true
    this.options.onHold()
    room.then(
      () => {
        this.#held = false
        this.options.onResume()
      },
      (error: unknown) => this.end(error),
    )
  }

  #return(chunk: Batch, left: readonly number[]): void {
    this.chunks.delete(chunk)
    // one by one: a batch may have a million games, more than a call takes as arguments
    for (const seed of left.toReversed()) this.#waiting.push(seed)
    if (this.#waiting.length === 0 && this.chunks.size === 0) this.end()
  }

  #countLoss(seed: number | undefined, error: LabError): void {
    if (seed === undefined) return
    const losses = (this.#losses.get(seed) ?? 0) + 1
    this.#losses.set(seed, losses)
    if (losses < MAX_LOSSES) return
    const message = `The game of seed ${seed} lost its thread ${losses} times: ${error.message}`
    this.end(new LabError('WORKER_LOST', message, { ...error.detail, seed }, { cause: error }))
  }
}
