import type { BatchMessage, JobId, ToThread } from '../../core/contract/compute'
import { LabError } from '../../core/errors'
import { createDeferred } from './deferred'
import type { Batch } from './threadHandle'

/** What is given to a thread at once is at most this share of what a thread's part of the rest would be. */
const CHUNKS_PER_THREAD = 4

/** An item that lost this many threads is not tried again. */
const MAX_LOSSES = 2

/** Many like items, each with one result that depends on nothing but the item. */
export interface Work<Result> {
  /** How many; they are numbered from 0. */
  readonly items: number
  /** Whether somebody waits for it, so that games make room. */
  readonly kind: 'games' | 'study'
  readonly mostInChunk: number
  readonly message: (job: JobId, items: readonly number[]) => ToThread
  /** What a message of the thread brings: one result an item, in the order they were given. */
  readonly results: (message: BatchMessage) => readonly Result[]
  /** Hears each result once, in no fixed order. */
  readonly onResult: (result: Result, item: number) => void
  /** The item in an error, as the subject of a sentence, and what the error's detail says of it. */
  readonly nameOf: (item: number) => readonly [name: string, detail: Record<string, number>]
}

export interface WorkOptions {
  /** Ends it early: it resolves, and no more results are told. */
  readonly signal?: AbortSignal | undefined
  /** Asked after each result: where it gives a promise, the work rests until that resolves. */
  readonly room?: (() => Promise<void> | undefined) | undefined
}

interface ChunkOptions extends Pick<WorkOptions, 'room'> {
  readonly threads: number
  /** Gets the chunks off their threads. */
  readonly onHold: () => void
  /** There is something to take again. */
  readonly onResume: () => void
}

/** Work that is handed out in chunks, which shrink towards the end so that threads finish together. */
export class ChunkedWork<Result> {
  readonly #waiting: number[]
  readonly #losses = new Map<number, number>()
  readonly #done = createDeferred<void>()
  /** Chunks on their threads. */
  readonly chunks = new Set<Batch>()
  #ended = false
  #held = false

  constructor(
    private readonly work: Work<Result>,
    private readonly options: ChunkOptions,
  ) {
    this.#waiting = Array.from({ length: work.items }, (_, i) => work.items - 1 - i) // the next one is the last of the array
    if (work.items === 0) this.end()
  }

  get kind(): Work<Result>['kind'] {
    return this.work.kind
  }

  /** Settles when all results were told, when it was ended, or when an item was lost for good. */
  get done(): Promise<void> {
    return this.#done.promise
  }

  get hasMore(): boolean {
    return !this.#ended && !this.#held && this.#waiting.length > 0
  }

  /** The next items for a thread; there must be more. */
  take(): Batch {
    const share = Math.ceil(this.#waiting.length / (this.options.threads * CHUNKS_PER_THREAD))
    const chunk = this.#chunk(this.#waiting.splice(-Math.min(share, this.work.mostInChunk)).reverse())
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

  #chunk(items: readonly number[]): Batch {
    let told = 0
    const chunk: Batch = {
      kind: this.work.kind,
      message: job => this.work.message(job, items),
      heard: message => {
        for (const result of this.work.results(message)) {
          const item = items[told++]!
          if (this.#ended) continue
          this.work.onResult(result, item)
          this.#awaitRoom()
        }
      },
      ended: () => this.#return(chunk, items.slice(told)),
      lost: error => {
        const left = items.slice(told)
        // Only the item in hand can be to blame.
        if (error instanceof LabError && error.code === 'WORKER_LOST') this.#countLoss(left[0], error)
        else this.end(error)
        this.#return(chunk, left)
      },
    }
    return chunk
  }

  /** What is in hand is dropped for it, which is why `room` should hold back only now and then. */
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
    // one by one: there may be a million, more than a call takes as arguments
    for (const item of left.toReversed()) this.#waiting.push(item)
    if (this.#waiting.length === 0 && this.chunks.size === 0) this.end()
  }

  #countLoss(item: number | undefined, error: LabError): void {
    if (item === undefined) return
    const losses = (this.#losses.get(item) ?? 0) + 1
    this.#losses.set(item, losses)
    if (losses < MAX_LOSSES) return
    const [name, detail] = this.work.nameOf(item)
    const message = `${name} lost its thread ${losses} times: ${error.message}`
    this.end(new LabError('WORKER_LOST', message, { ...error.detail, ...detail }, { cause: error }))
  }
}
