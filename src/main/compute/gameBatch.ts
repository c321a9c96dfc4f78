import type { FromThread, GameGroup, JobId, PlayedGame, ToThread } from '../../core/contract/compute'
import { LabError } from '../../core/errors'
import type { Evaluator } from '../../core/games/twenty48/heuristics/family'
import type { GameRules } from '../../core/games/twenty48/player'
import { createDeferred } from './deferred'
import type { Batch } from './threadHandle'

/** One game to play. */
export interface GameTask {
  readonly evaluator: Evaluator
  readonly seed: number
}

/** Games that follow from one that ended. */
export type MoreGames = readonly GameTask[] | undefined | void

/** Games given to a thread at once are at most this share of what a thread's part of the rest would be. */
const CHUNKS_PER_THREAD = 4

/**
 * And at most this many: a row of a file waits for those before it, so the threads of a large batch must not be far
 * apart in it. The least that a thread plays in a tenth of a second.
 */
const MOST_IN_CHUNK = 500

/** A game that lost this many threads is not tried again. */
const MAX_LOSSES = 2

/** What no game is to blame for. */
const BLAMELESS: readonly LabError['code'][] = ['CANCELLED', 'KERNEL_BROKEN']

export interface GameBatchOptions {
  readonly onGame: (game: PlayedGame, task: number) => MoreGames
  /** See `TaskOptions`. Absent: the first game that cannot be played ends the batch. */
  readonly onLost?: ((task: number, error: LabError) => MoreGames) | undefined
  /** See `GamesOptions`. */
  readonly room?: (() => Promise<void> | undefined) | undefined
  /** Gets the chunks off their threads. */
  readonly onHold: () => void
  /** There is something to take again. */
  readonly onResume: () => void
}

/** Games under the same rules, handed out in chunks that shrink towards the end, so that threads finish together. */
export class GameBatch {
  readonly #tasks: GameTask[]
  /** Numbers of tasks; the next is the last of the array. */
  readonly #waiting: number[]
  /** As `#waiting`, of games that were in a chunk that was lost: each is tried alone, to see which one it was. */
  readonly #suspects: number[] = []
  readonly #losses = new Map<number, number>()
  readonly #done = createDeferred<void>()
  /** Chunks on their threads. */
  readonly chunks = new Set<Batch>()
  #ended = false
  #held = false

  constructor(
    private readonly rules: GameRules,
    tasks: readonly GameTask[],
    private readonly threads: number,
    private readonly options: GameBatchOptions,
  ) {
    this.#tasks = [...tasks]
    this.#waiting = tasks.map((_, task) => task).reverse()
    if (tasks.length === 0) this.end()
  }

  /** Settles when all games were told, when it was ended, or when games were lost for good. */
  get done(): Promise<void> {
    return this.#done.promise
  }

  /** The next games for a thread; `undefined` when there are none to hand out. */
  take(): Batch | undefined {
    if (this.#ended || this.#held) return undefined
    const suspect = this.#suspects.pop()
    if (suspect !== undefined) return this.#chunk([suspect])
    if (this.#waiting.length === 0) return undefined
    const size = Math.min(Math.ceil(this.#waiting.length / (this.threads * CHUNKS_PER_THREAD)), MOST_IN_CHUNK)
    return this.#chunk(this.#waiting.splice(-size).reverse())
  }

  /** Nothing more is handed out or told. */
  end(error?: unknown): void {
    if (this.#ended) return
    this.#ended = true
    if (error === undefined) this.#done.resolve()
    else this.#done.reject(error)
  }

  #chunk(tasks: readonly number[]): Batch {
    const { rules } = this
    let told = 0
    const chunk: Batch = {
      kind: 'games',
      message: (job: JobId): ToThread => ({ kind: 'games', job, rules, groups: this.#groups(tasks) }),
      heard: (message: FromThread & { kind: 'games' | 'turns' }) => {
        if (message.kind !== 'games') return
        for (const game of message.games) this.#tell(game, tasks[told++]!)
      },
      ended: () => this.#return(chunk, tasks.slice(told), this.#waiting),
      lost: error => {
        const left = tasks.slice(told)
        if (this.#isOfGames(error)) for (const task of left) this.#losses.set(task, (this.#losses.get(task) ?? 0) + 1)
        else this.end(error)
        const isGivenUp = left.length === 1 && this.#isGivenUp(left[0]!, error as LabError)
        this.#return(chunk, isGivenUp ? [] : left, this.#suspects)
      },
    }
    this.chunks.add(chunk)
    return chunk
  }

  /** Neighbours of one evaluator, which are then told of it once. */
  #groups(tasks: readonly number[]): GameGroup[] {
    const groups: { evaluator: Evaluator; seeds: number[] }[] = []
    for (const task of tasks) {
      const { evaluator, seed } = this.#tasks[task]!
      const last = groups.at(-1)
      if (last?.evaluator === evaluator) last.seeds.push(seed)
      else groups.push({ evaluator, seeds: [seed] })
    }
    return groups
  }

  #tell(game: PlayedGame, task: number): void {
    if (this.#ended) return
    this.#add(this.options.onGame(game, task))
    this.#awaitRoom()
  }

  #add(more: MoreGames): void {
    if (!more || more.length === 0) return
    const first = this.#tasks.length
    this.#tasks.push(...more)
    for (let i = more.length - 1; i >= 0; i--) this.#waiting.push(first + i)
    this.options.onResume()
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

  #return(chunk: Batch, left: readonly number[], to: number[]): void {
    this.chunks.delete(chunk)
    // one by one: a batch may have a million games, more than a call takes as arguments
    for (const task of left.toReversed()) to.push(task)
    if (this.#waiting.length === 0 && this.#suspects.length === 0 && this.chunks.size === 0) this.end()
  }

  #isOfGames(error: unknown): boolean {
    if (!(error instanceof LabError)) return false
    return this.options.onLost ? !BLAMELESS.includes(error.code) : error.code === 'WORKER_LOST'
  }

  /** Of a game that was alone on its thread. */
  #isGivenUp(task: number, error: LabError): boolean {
    if (this.#ended) return true
    const { onLost } = this.options
    if (onLost) {
      this.#add(onLost(task, error))
      return true
    }
    const losses = this.#losses.get(task)!
    if (losses < MAX_LOSSES) return false
    const { seed } = this.#tasks[task]!
    const message = `The game of seed ${seed} lost its thread ${losses} times: ${error.message}`
    this.end(new LabError('WORKER_LOST', message, { ...error.detail, seed }, { cause: error }))
    return true
  }
}
