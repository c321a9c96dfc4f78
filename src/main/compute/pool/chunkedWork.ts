import type { JobId } from '../../../core/contract/compute'
import { LabError } from '../../../core/errors'
import type { SearchSettings } from '../../../core/search/settings'
import { type AskBatch, type Batch, onAbort, type Priority, rankOf } from './threadHandle'

/** Items that follow from a finished one. */
export type More<Item> = readonly Item[] | undefined | void

/** Many items of the same kind, each with one result that depends on the item only. Items are numbered from 0. */
export interface Work<Item, Result> {
  readonly items: readonly Item[]
  readonly priority: Priority
  readonly mostInChunk: number
  /** True if a clock decides results, which are compared with others of this machine. */
  readonly staysHere: boolean
  /** Asks a thread for one result per item, in the order of the items. */
  readonly ask: (ask: AskBatch, job: JobId, items: readonly Item[], onResults: (results: readonly Result[]) => void) => () => void
  /** Receives each result once, in no fixed order. The items that it returns are added, with the next numbers. */
  readonly onResult: (result: Result, item: number) => More<Item>
  /** Receives an item that cannot be done and is not tried again. Absent: the first such item ends the work. */
  readonly onLost?: ((item: number, error: LabError) => More<Item>) | undefined
  /** Names the item in an error, as the subject of a sentence, with the error's detail. */
  readonly nameOf: (item: Item) => readonly [name: string, detail: Record<string, number | string>]
}

export interface WorkOptions {
  /** Ends it early: it resolves, and no more results are reported. */
  readonly signal?: AbortSignal | undefined
  /** Called after each result. If it returns a promise, the work pauses until that resolves. */
  readonly room?: (() => Promise<void> | undefined) | undefined
}

interface ChunkOptions extends Pick<WorkOptions, 'room'> {
  readonly threads: number
  /** Takes the chunks off their threads. */
  readonly onHold: () => void
  /** Called when there are items to take again. */
  readonly onResume: () => void
}

/** A chunk is at most a thread's part of the remaining items, divided by this. */
const CHUNKS_PER_THREAD = 4

/** An item that lost this many threads is not tried again. */
const MAX_LOSSES = 2

/** Errors that are not the fault of an item. */
const BLAMELESS: readonly LabError['code'][] = ['CANCELLED', 'KERNEL_BROKEN']

/** Work that is handed out in chunks, which shrink towards the end so that threads finish together. */
class ChunkedWork<Item, Result> {
  readonly #items: Item[]
  /** Item numbers; the next one is the last of the array. */
  readonly #waiting: number[]
  /** Like `#waiting`, for the items of a lost chunk: each is tried alone, to find the one at fault. */
  readonly #suspects: number[] = []
  readonly #losses = new Map<number, number>()
  readonly #done = Promise.withResolvers<void>()
  /** Chunks on their threads. */
  readonly chunks = new Set<Batch>()
  #ended = false
  #held = false

  constructor(
    private readonly work: Work<Item, Result>,
    private readonly options: ChunkOptions,
  ) {
    this.#items = [...work.items]
    this.#waiting = work.items.map((_, item) => item).reverse()
    if (work.items.length === 0) this.end()
  }

  get priority(): Priority {
    return this.work.priority
  }

  /** Settles when all results are reported, when the work is ended, or when an item fails for good. */
  get done(): Promise<void> {
    return this.#done.promise
  }

  get hasMore(): boolean {
    return !this.#ended && !this.#held && this.#suspects.length + this.#waiting.length > 0
  }

  /** The next items for a thread; there must be more. */
  take(): Batch {
    const suspect = this.#suspects.pop()
    if (suspect !== undefined) return this.#chunk([suspect])
    const share = Math.ceil(this.#waiting.length / (this.options.threads * CHUNKS_PER_THREAD))
    return this.#chunk(this.#waiting.splice(-Math.min(share, this.work.mostInChunk)).reverse())
  }

  /** Hands out and reports nothing more. */
  end(error?: unknown): void {
    if (this.#ended) return
    this.#ended = true
    if (error === undefined) this.#done.resolve()
    else this.#done.reject(error)
  }

  #chunk(items: readonly number[]): Batch {
    let received = 0
    const chunk: Batch = {
      priority: this.work.priority,
      ask: (ask, job) => {
        const chunk = items.map(item => this.#items[item]!)
        return this.work.ask(ask, job, chunk, results => {
          for (const result of results) this.#report(result, items[received++]!)
        })
      },
      ended: () => this.#return(chunk, items.slice(received), this.#waiting),
      lost: error => {
        const left = items.slice(received)
        if (this.#isOfItems(error)) for (const item of left) this.#losses.set(item, (this.#losses.get(item) ?? 0) + 1)
        else this.end(error)
        const isGivenUp = left.length === 1 && this.#isGivenUp(left[0]!, error as LabError)
        this.#return(chunk, isGivenUp ? [] : left, this.#suspects)
      },
    }
    this.chunks.add(chunk)
    return chunk
  }

  #report(result: Result, item: number): void {
    if (this.#ended) return
    this.#add(this.work.onResult(result, item))
    this.#awaitRoom()
  }

  #add(more: More<Item>): void {
    if (!more || more.length === 0) return
    const first = this.#items.length
    this.#items.push(...more)
    for (let i = more.length - 1; i >= 0; i--) this.#waiting.push(first + i)
    this.options.onResume()
  }

  /** Items in progress are dropped for the pause, so `room` should pause the work only rarely. */
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
    // one by one: there may be a million, more than a call accepts as arguments
    for (const item of left.toReversed()) to.push(item)
    if (this.#waiting.length === 0 && this.#suspects.length === 0 && this.chunks.size === 0) this.end()
  }

  #isOfItems(error: unknown): boolean {
    if (!(error instanceof LabError)) return false
    return this.work.onLost ? !BLAMELESS.includes(error.code) : error.code === 'WORKER_LOST'
  }

  /** For an item that was alone on its thread. */
  #isGivenUp(item: number, error: LabError): boolean {
    if (this.#ended) return true
    const { onLost, nameOf } = this.work
    const losses = this.#losses.get(item)!
    // one death may be an accident, as when the system kills a thread; a refusal is the same each time
    if (losses < MAX_LOSSES && (error.code === 'WORKER_LOST' || !onLost)) return false
    if (onLost) {
      this.#add(onLost(item, error))
      return true
    }
    const [name, detail] = nameOf(this.#items[item]!)
    const message = `${name} lost its thread ${losses} times: ${error.message}`
    this.end(new LabError('WORKER_LOST', message, { ...error.detail, ...detail }, { cause: error }))
    return true
  }
}

/** Work of any items and results, as the pool sees it. */
type QueuedWork = Pick<ChunkedWork<unknown, unknown>, 'priority' | 'hasMore' | 'take'>

interface WorksOwner {
  /** Threads that share the works now. */
  threads(): number
  /** Admits a work if its tables fit. @returns to be called when it has ended */
  admit(settings: SearchSettings): () => void
  /** Called when there may be chunks to hand out. */
  dispatch(): void
  /** Takes a chunk back from its thread, if it has one. */
  release(chunk: Batch): void
}

/** The works under way. One that hands out a chunk goes to the end, so that works of one priority take turns. */
export class Works {
  readonly #list: QueuedWork[] = []

  constructor(private readonly owner: WorksOwner) {}

  async run<Item, Result>(settings: SearchSettings, work: Work<Item, Result>, { signal, room }: WorkOptions): Promise<void> {
    const { owner } = this
    const leave = owner.admit(settings)
    const chunked = new ChunkedWork(work, {
      get threads() {
        return owner.threads()
      },
      room,
      onHold: () => chunked.chunks.forEach(chunk => owner.release(chunk)),
      onResume: () => owner.dispatch(),
    })
    this.#list.push(chunked)
    const removeListener = onAbort(signal, () => chunked.end())
    owner.dispatch()
    try {
      await chunked.done
    } finally {
      removeListener()
      leave()
      this.#list.splice(this.#list.indexOf(chunked), 1)
      for (const chunk of chunked.chunks) owner.release(chunk)
    }
  }

  /** The work that is served next. */
  next(): QueuedWork | undefined {
    const able = this.#list.filter(({ hasMore }) => hasMore)
    const first = Math.min(...able.map(rankOf))
    return able.find(work => rankOf(work) === first)
  }

  /** The next chunk of a work. */
  take(work: QueuedWork): Batch {
    this.#list.push(...this.#list.splice(this.#list.indexOf(work), 1))
    return work.take()
  }
}
