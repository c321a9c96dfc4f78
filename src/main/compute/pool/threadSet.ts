import type { SearchSettings } from '../../../core/search/settings'
import type { Scope } from '../../scope'
import { checkTable, MEMORY_FOR_THREADS } from './memory'
import { ThreadHandle, type CreateThread } from './threadHandle'

export interface PoolSize {
  readonly threads: number
  /** Bytes that the threads and their tables may use together; absent: half of the machine's memory. */
  readonly memoryLimit?: number | undefined
}

/** The threads of a pool, and how many of them fit in memory. */
export class ThreadSet {
  #handles: readonly ThreadHandle[] = []
  /** Removed threads that still have work to finish. */
  readonly #leaving = new Set<ThreadHandle>()
  #memoryLimit = MEMORY_FOR_THREADS
  #lastNumber = 0
  /** Players of the running jobs. */
  readonly #admitted = new Set<{ readonly settings: SearchSettings }>()

  constructor(
    private readonly scope: Scope,
    private readonly createThread: CreateThread,
    private readonly onFree: () => void,
  ) {}

  /** The threads that accept work. */
  get handles(): readonly ThreadHandle[] {
    return this.#handles
  }

  /** All threads, including those that only finish their current work. */
  get all(): readonly ThreadHandle[] {
    return [...this.#handles, ...this.#leaving]
  }

  get memoryBytes(): number {
    return this.all.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
  }

  /**
   * Admits a job if every thread has room for its table.
   * @returns to be called when the job has ended
   * @throws {LabError} `BAD_SETTING`
   */
  admit(settings: SearchSettings): () => void {
    checkTable(settings, this.#handles.length, this.#memoryLimit)
    const entry = { settings }
    this.#admitted.add(entry)
    return () => this.#admitted.delete(entry)
  }

  /** @throws {LabError} `BAD_SETTING` if the tables of a running job would no longer fit. */
  resize({ threads, memoryLimit = MEMORY_FOR_THREADS }: PoolSize): void {
    for (const { settings } of this.#admitted) checkTable(settings, threads, memoryLimit)
    this.#memoryLimit = memoryLimit
    // A kernel never shrinks: one that has grown past its share is replaced.
    const staying = this.#handles.filter(({ memoryBytes }) => memoryBytes <= memoryLimit / threads).slice(0, threads)
    const added = Array.from(
      { length: threads - staying.length },
      () => new ThreadHandle(this.scope.child(`thread ${++this.#lastNumber}`), this.#lastNumber, this.createThread, this.onFree),
    )
    const leaving = this.#handles.filter(handle => !staying.includes(handle))
    this.#handles = [...staying, ...added]
    for (const handle of leaving) this.#takeOff(handle)
    this.seeOff()
  }

  /** Ends removed threads that have finished. */
  seeOff(): void {
    for (const handle of this.#leaving) {
      if (handle.leases > 0 || handle.batch || handle.isSearching) continue
      this.#leaving.delete(handle)
      void handle.scope.close()
    }
  }

  /** Passes its works, and slides searched for another thread, to the others. It finishes moves. */
  #takeOff(handle: ThreadHandle): void {
    this.#leaving.add(handle)
    if (handle.batch && handle.batch.priority !== 'move') handle.release(handle.batch)
    if (handle.leases === 0) handle.interrupt()
  }
}
