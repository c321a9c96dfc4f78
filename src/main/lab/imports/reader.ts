import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Remote } from '../../../core/channel/service'
import { LabError } from '../../../core/errors'
import { askThread } from '../../threadChannel'
import { INSTALLATION } from '../../about'
import type { ReaderService, ReaderStart } from './messages'

const THREAD_FILE = join(INSTALLATION, 'out', 'main', 'reader.js')

/** Bound of the thread's heap: several times what the longest replay takes. */
const HEAP_MB = 384

/** Its calls fail with `BAD_FILE` for a text that takes more memory than it may, `CANCELLED` where it was closed. */
export interface Reader extends Remote<ReaderService> {
  close(): void
}

/** For a text that is read piece by piece, in a thread of its own, which ends with the text or when it is too much for it. */
export function startReader(name: string): Reader {
  const workerData: ReaderStart = { name, now: Date.now() }
  const thread = new Worker(THREAD_FILE, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  const { read, end } = askThread<ReaderService>(thread, cause => {
    if (cause === undefined) return new LabError('CANCELLED', `${name}: reading it was stopped`)
    if (!isOutOfMemory(cause)) return cause // a bug keeps its stack: it is none of the text's faults
    const message = `${name}: reading it took more memory than the ${HEAP_MB} MB that it may`
    return new LabError('BAD_FILE', message, undefined, { cause })
  }).remote
  return { read, end, close: () => void thread.terminate() }
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
}
