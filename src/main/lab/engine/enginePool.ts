import { MOST_THREADS } from '../../../core/contract/compute'
import { LabError } from '../../../core/errors'
import { wholeInRange } from '../../../core/settingChecks'
import { createKernel } from '../../../core/kernel/port'
import { instance, readKernel, type KernelFile } from '../../compute/pool/kernelFile'
import { LateThread } from '../../compute/pool/lateThread'
import { defaultThreads } from '../../compute/pool/memory'
import { ThreadPool, type Pool } from '../../compute/pool/pool'
import { startWorker } from '../../compute/pool/worker'

export interface EnginePool {
  readonly pool: Pool
  /** First 12 hex digits of the kernel's sha-256, or `none` while it cannot be read. */
  readonly kernel: string
}

export interface EnginePoolOptions {
  /** Absent: `defaultThreads`. */
  readonly threads?: number | undefined
  /** See `PoolSize`. */
  readonly memoryLimit?: number | undefined
  /** Whether a window is shown beside it, which then keeps a core. */
  readonly window: boolean
  /** Whether short searches are done in the caller's thread, which hears nothing meanwhile: see `LateThread`. */
  readonly searchesHere?: boolean | undefined
  /** Another kernel than the built one, for tests. */
  readonly kernelFile?: string
}

/**
 * The pool over the built kernel. A broken kernel is reported by the first job that needs it, not here: the rest of the
 * lab goes on, and once the kernel is there the next job finds it.
 *
 * @throws {LabError} `BAD_SETTING` unless the number of threads is a whole number in 1 … 256.
 */
export function openPool({ threads, memoryLimit, window, searchesHere = false, kernelFile }: EnginePoolOptions): EnginePool {
  if (threads !== undefined) wholeInRange('threads', threads, 1, MOST_THREADS)
  let read: KernelFile | undefined
  let isLate = searchesHere
  const kernel = (): KernelFile => (read ??= readKernel(kernelFile))
  const pool = new ThreadPool({
    threads: threads ?? defaultThreads(window),
    memoryLimit,
    createThread: stopCell => {
      const start = () => startWorker(kernel(), stopCell)
      if (!isLate) return start()
      isLate = false // the others help with what is long
      return new LateThread(
        createKernel(instance(kernel().module), () => performance.now()),
        start,
      )
    },
  })
  return {
    pool,
    get kernel() {
      try {
        return kernel().hash
      } catch (error) {
        if (!(error instanceof LabError)) throw error
        return 'none' // the first job says why
      }
    },
  }
}
