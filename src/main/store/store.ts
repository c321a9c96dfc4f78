/** The store as services see it: every method is answered by the store's own thread. */
import { Worker } from 'node:worker_threads'
import { LabError, unreachable } from '../../core/errors'
import { READS, WRITES, type FromStore, type Remote, type Noun, type StoreStart, type ToStore } from './messages'
import type { WriteOptions } from './opening'

export interface OpenOptions extends WriteOptions {
  /** The built `out/main/store.js`. */
  readonly threadFile: string
  /** Of the copy that is put in the place of the data. */
  readonly copying?: CopyOptions
}

export interface CopyOptions {
  /** Hears how many bytes are copied, of how many. */
  readonly onProgress?: ((copied: number, total: number) => void) | undefined
  /** Gives the copy up: nothing of it stays. */
  readonly signal?: AbortSignal | undefined
}

/** A closed store refuses every question with `CANCELLED`. */
interface Closing {
  /** Waits for what was asked before. */
  close(): Promise<void>
}

export type StoreReader = Remote<typeof READS> & Closing

export type Store = Remote<typeof READS> &
  Remote<typeof WRITES> &
  Closing & {
    /**
     * Puts a copy in the place of all data, which are kept among the backups.
     *
     * @throws {LabError} `BAD_STORE` or `BAD_FILE` for a copy that is damaged, newer, missing or not the lab's; nothing is changed then.
     */
    restore(file: string): Promise<void>
    /**
     * Writes a sound copy of everything, over an older file of that name. Whatever else is asked goes on meanwhile.
     *
     * @throws {LabError} `BAD_FILE`, `BAD_STORE`, `STORE_FULL`, `CANCELLED`; nothing of it stays then.
     */
    copyTo(file: string, options?: CopyOptions): Promise<void>
  }

/** Bound of the thread's JavaScript heap; SQLite's own memory is its page cache of 32 MB. */
const HEAP_MB = 128

/**
 * Opens the data folder for its one writer.
 *
 * @throws {LabError} `STORE_LOCKED`, naming the process that holds the folder; `BAD_STORE` for a file that is damaged, newer, not
 *         the lab's or out of reach, and is left as it is; `STORE_FULL`.
 */
export async function openStore({ threadFile, copying = {}, ...options }: OpenOptions): Promise<Store> {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const thread = await stoppable(copying.signal, stop, () =>
    StoreThread.start(threadFile, { access: 'write', stop, ...options }, copying.onProgress),
  )
  const reads = thread.remote(READS)
  const writes = thread.remote(WRITES)
  return {
    profiles: { ...reads.profiles, ...writes.profiles },
    profileDrafts: { ...reads.profileDrafts, ...writes.profileDrafts },
    games: { ...reads.games, ...writes.games },
    batches: { ...reads.batches, ...writes.batches },
    settings: { ...reads.settings, ...writes.settings },
    currentGame: { ...reads.currentGame, ...writes.currentGame },
    analyses: { ...reads.analyses, ...writes.analyses },
    playouts: { ...reads.playouts, ...writes.playouts },
    runs: { ...reads.runs, ...writes.runs },
    evaluations: { ...reads.evaluations, ...writes.evaluations },
    validations: { ...reads.validations, ...writes.validations },
    deleted: { ...reads.deleted, ...writes.deleted },
    maintenance: { ...reads.maintenance, ...writes.maintenance },
    restore: file => thread.ask<void>({ kind: 'restore', file }),
    copyTo: (file, { onProgress, signal } = {}) => {
      const stop = new Int32Array(new SharedArrayBuffer(4))
      return stoppable(signal, stop, () => thread.ask<void>({ kind: 'copy', file, stop }, onProgress))
    },
    close: () => thread.close(),
  }
}

/** Opens the data folder for reading, also beside its writer. @throws {LabError} `BAD_STORE` */
export async function openStoreReadOnly({
  threadFile,
  folder,
}: Pick<OpenOptions, 'threadFile' | 'folder'>): Promise<StoreReader> {
  const thread = await StoreThread.start(threadFile, { access: 'read', folder })
  return { ...thread.remote(READS), close: () => thread.close() }
}

/** Writes the signal down where the thread sees it. */
async function stoppable<T>(signal: AbortSignal | undefined, stop: Int32Array, act: () => Promise<T>): Promise<T> {
  const write = (): void => void Atomics.store(stop, 0, 1)
  if (signal?.aborted) write()
  signal?.addEventListener('abort', write)
  try {
    return await act()
  } finally {
    signal?.removeEventListener('abort', write)
  }
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
interface Pending {
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
  readonly onProgress: CopyOptions['onProgress']
}

/** The thread and the questions it has not answered yet. */
class StoreThread {
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  #fault: unknown
  /** Why nothing can be asked any more. */
  #ended: LabError | undefined

  private constructor(private readonly worker: Worker) {
    worker.on('message', (message: FromStore) => this.#hear(message))
    worker.on('error', (error: unknown) => (this.#fault = error))
    worker.on('exit', () => this.#lose())
  }

  static async start(threadFile: string, start: StoreStart, onProgress?: CopyOptions['onProgress']): Promise<StoreThread> {
    const worker = new Worker(threadFile, { workerData: start, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
    const thread = new StoreThread(worker)
    await thread.#expect(0, onProgress) // what it says first
    return thread
  }

  /** One function a name; the thread has checked nothing but what SQLite checks. */
  remote<N extends typeof READS | typeof WRITES>(names: N): Remote<N> {
    const nouns = Object.entries<readonly string[]>(names).map(([noun, methods]) => {
      const calls = methods.map(method => [
        method,
        (...args: unknown[]) => this.ask({ kind: 'call', noun: noun as keyof N & Noun, method, args }),
      ])
      return [noun, Object.fromEntries(calls) as unknown]
    })
    return Object.fromEntries(nouns) as Remote<N>
  }

  async ask<T>(message: WithoutId<ToStore>, onProgress?: CopyOptions['onProgress']): Promise<T> {
    if (this.#ended) throw this.#ended
    const id = ++this.#lastId
    this.worker.postMessage({ ...message, id })
    return this.#expect<T>(id, onProgress)
  }

  async close(): Promise<void> {
    if (this.#ended) return
    const exited = new Promise<void>(resolve => void this.worker.once('exit', () => resolve()))
    const closed = this.ask<void>({ kind: 'close' })
    this.#ended = new LabError('CANCELLED', 'The store was closed.')
    await Promise.all([closed, exited])
  }

  #expect<T>(id: number, onProgress?: CopyOptions['onProgress']): Promise<T> {
    return new Promise<T>((resolve, reject) => this.#pending.set(id, { resolve, reject, onProgress }))
  }

  #hear(message: FromStore): void {
    switch (message.kind) {
      case 'opened':
        return this.#take(0)?.resolve(undefined as never)
      case 'refused':
        return this.#take(0)?.reject(LabError.fromData(message.error))
      case 'copied':
        return this.#pending.get(message.id)?.onProgress?.(message.copied, message.total)
      case 'done':
        return this.#take(message.id)?.resolve(message.value as never)
      case 'failed':
        return this.#take(message.id)?.reject(LabError.fromData(message.error))
      case 'broken':
        return this.#take(message.id)?.reject(message.error)
      default:
        return unreachable(message)
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    return pending
  }

  /** The thread has ended: whatever it was still asked gets no answer. */
  #lose(): void {
    this.#ended ??= new LabError(
      'WORKER_LOST',
      'The thread that keeps the data has died. What was stored before is safe: start the lab anew.',
      undefined,
      { cause: this.#fault },
    )
    for (const { reject } of this.#pending.values()) reject(this.#ended)
    this.#pending.clear()
  }
}
