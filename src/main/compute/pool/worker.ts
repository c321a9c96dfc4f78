import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { StopCell, ThreadStart } from '../../../core/contract/compute'
import type { ThreadLike } from '../../threadChannel'
import { INSTALLATION } from '../../installation'
import type { KernelFile } from './kernelFile'
import { THREAD_HEAP_MB } from './memory'

const THREAD_FILE = join(INSTALLATION, 'out', 'main', 'thread.js')

/**
 * Starts a thread of the built lab. Its JavaScript heap is limited to `THREAD_HEAP_MB`; a thread that exceeds it dies and is
 * replaced. `checkTable` limits its kernel's memory.
 */
export function startWorker({ module }: KernelFile, stopCell: StopCell, networks: readonly string[]): ThreadLike {
  const workerData: ThreadStart = { kernel: module, networks, stopCell }
  const { old, young } = THREAD_HEAP_MB
  return new Worker(THREAD_FILE, { workerData, resourceLimits: { maxOldGenerationSizeMb: old, maxYoungGenerationSizeMb: young } })
}
