import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Remote } from '../../../core/channel/service'
import { LabError } from '../../../core/errors'
import { askThread } from '../../threadChannel'
import { INSTALLATION } from '../../about'
import type { ReaderService, ReaderStart } from './messages'

const THREAD_FILE = join(INSTALLATION, 'out', 'main', 'reader.js')

/** Limit of the thread's heap: several times the need of the longest replay. */
const HEAP_MB = 384

/** Its calls fail with `BAD_FILE` for a text that needs too much memory, and with `CANCELLED` if it was closed. */
export interface Reader extends Remote<ReaderService> {
  close(): void
}

/** Starts a thread that reads a text piece by piece. The thread ends with the text, or when the text needs too much memory. */
export function startReader(name: string): Reader {
  const workerData: ReaderStart = { name, now: Date.now() }
  const thread = new Worker(THREAD_FILE, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  const { read, end } = askThread<ReaderService>(thread, cause => {
    if (cause === undefined) return new LabError('CANCELLED', `${name}: reading it was stopped`)
    if (!isOutOfMemory(cause)) return cause // a bug keeps its stack: it is not a fault of the text
    const message = `${name}: reading it took more memory than the ${HEAP_MB} MB that it may`
    return new LabError('BAD_FILE', message, undefined, { cause })
  }).remote
  return { read, end, close: () => void thread.terminate() }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
}
