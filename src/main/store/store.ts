/** The store for services: its own thread answers every method. */
import { Worker } from 'node:worker_threads'
import type { DamagedRow } from '../../core/contract/stored'
import type { Asker } from '../../core/channel/asker'
import type { Remote } from '../../core/channel/service'
import { LabError } from '../../core/errors'
import { askThread } from '../threadChannel'
import {
  methodsOf,
  NOUNS,
  type Copied,
  type MethodCalling,
  type READS,
  type RemoteRepositories,
  type StoreService,
  type StoreStart,
  type WRITES,
} from './messages'
import type { WriteOptions } from './opening'

export interface OpenOptions extends WriteOptions {
  /** The built `out/main/store.js`. */
  readonly threadFile: string
  /** Options of the copy that replaces the data. */
  readonly copying?: CopyOptions
}

export interface CopyOptions {
  /** Receives the copied bytes and the total. */
  readonly onProgress?: ((copied: number, total: number) => void) | undefined
  /** Cancels the copy; no file is left. */
  readonly signal?: AbortSignal | undefined
  /** Absent: with everything beside the database. */
  readonly only?: 'database' | undefined
}

/** A closed store refuses every request with `CANCELLED`; one whose thread died, with `WORKER_LOST`. */
interface Closing {
  /** Receives damaged rows: a writer has set them aside, a reader left them out. Rows found earlier are reported immediately. */
  onDamaged(listener: (rows: readonly DamagedRow[]) => void): void
  /** Waits for earlier requests. */
  close(): Promise<void>
}

export type StoreReader = RemoteRepositories<typeof READS> & Closing

export type Store = RemoteRepositories<typeof READS> &
  RemoteRepositories<typeof WRITES> &
  Pick<Remote<StoreService>, 'restore' | 'look' | 'writeAnew' | 'copyOpenTo'> &
  Closing & {
    /**
     * Writes a sound copy of everything, over an older file of that name. Other requests continue meanwhile.
     * @throws {LabError} `BAD_FILE`, `BAD_STORE`, `STORE_FULL`, `CANCELLED`; then no file is left.
     */
    copyTo(file: string, options?: CopyOptions): Promise<void>
  }

/** Limit of the thread's JavaScript heap; SQLite's own memory is its page cache of 32 MB. */
const HEAP_MB = 128

/**
 * Opens the data folder for its one writer.
 * @throws {LabError} `STORE_LOCKED`, naming the process that holds the folder; `BAD_STORE` for a file that is damaged, newer, not
 * the lab's or unreachable, which is left unchanged; `STORE_FULL`.
 */
export async function openStore({ threadFile, copying = {}, ...options }: OpenOptions): Promise<Store> {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const start: StoreStart = { access: 'write', stop, ...options }
  const { remote, ...store } = await stoppable(copying.signal, stop, () => startThread(threadFile, start, copying.onProgress))
  const { restore, look, writeAnew, copyOpenTo } = remote
  return {
    ...(store as Closing & RemoteRepositories<typeof READS> & RemoteRepositories<typeof WRITES>),
    ...{ restore, look, writeAnew, copyOpenTo },
    copyTo: (file, { onProgress, signal, only } = {}) => {
      const stop = new Int32Array(new SharedArrayBuffer(4))
      return stoppable(signal, stop, () => remote.copyTo({ file, stop, only }, newsOptions(onProgress)))
    },
  }
}

/** Opens the data folder for reading, also beside its writer. @throws {LabError} `BAD_STORE` */
export async function openStoreReadOnly({
  threadFile,
  folder,
}: Pick<OpenOptions, 'threadFile' | 'folder'>): Promise<StoreReader> {
  const { remote: _, ...store } = await startThread(threadFile, { access: 'read', folder })
  return store
}

/** Copies the state of the signal to where the thread sees it. */
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

type Damaged = readonly DamagedRow[]
type Started = StoreReader & { readonly remote: Remote<StoreService> }

async function startThread(threadFile: string, start: StoreStart, onProgress?: CopyOptions['onProgress']): Promise<Started> {
  const worker = new Worker(threadFile, { workerData: start, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  const exited = new Promise<void>(resolve => void worker.once('exit', () => resolve()))
  const asker = askThread<StoreService>(worker, died)
  const { remote } = asker
  try {
    await remote.open(undefined, newsOptions(onProgress))
  } catch (error) {
    void worker.terminate()
    throw error instanceof LabError ? error : died(error)
  }

  const found: DamagedRow[] = []
  const listeners: ((rows: Damaged) => void)[] = []
  const tell = (rows: Damaged): void => {
    if (listeners.length === 0) found.push(...rows)
    for (const listener of listeners) listener(rows)
  }
  return {
    ...repositoriesOf(asker, start.access, tell),
    remote,
    onDamaged(listener) {
      listeners.push(listener)
      if (found.length > 0) listener(found.splice(0))
    },
    async close() {
      if (asker.isClosed) return
      const closed = remote.close()
      asker.close(new LabError('CANCELLED', 'The store was closed.'))
      await Promise.all([closed, exited])
    },
  }
}

/** One function per method, derived from the lists. The thread checks nothing beyond SQLite's own checks. */
function repositoriesOf(asker: Asker<StoreService>, access: StoreStart['access'], onNews: (rows: Damaged) => void) {
  const remote = asker.remote as unknown as Remote<Record<string, (args: unknown, calling: MethodCalling) => unknown>>
  const nouns = NOUNS.map(noun => {
    const methods = methodsOf(noun, access).map(method => [
      method,
      (...args: unknown[]) => remote[`${noun}.${method}`]!(args, { onNews }),
    ])
    return [noun, Object.fromEntries(methods) as unknown]
  })
  return Object.fromEntries(nouns) as RemoteRepositories<typeof READS>
}

function newsOptions(onProgress: CopyOptions['onProgress']) {
  return { onNews: ({ copied, total }: Copied) => onProgress?.(copied, total) }
}

function died(cause: unknown): LabError {
  const message = 'The thread of the store ended. Everything stored before is safe: start the lab again.'
  return new LabError('WORKER_LOST', message, undefined, { cause })
}
