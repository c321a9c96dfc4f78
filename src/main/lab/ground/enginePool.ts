import { MOST_THREADS } from '../../../core/contract/compute'
import { LabError } from '../../../core/errors'
import { wholeInRange } from '../../../core/settingChecks'
import { createKernel } from '../../../core/kernel/port'
import { withExperts } from '../../../core/kernel/wallKernel/searchPort'
import { BUILT_IN_NETWORKS, networkSource, findExpert } from '../../compute/networks/networkFile'
import { instance, type KernelFile, readKernel, startWorker } from '../../compute/pool/kernelFile'
import { LazyThread } from '../../compute/pool/lazyThread'
import { defaultThreads } from '../../compute/pool/memory'
import { ThreadPool, type Pool } from '../../compute/pool/pool'
import { QueuePool } from '../../compute/queue/queuePool'

export interface EnginePool {
  readonly pool: Pool
  /** See `QueuePool`. */
  readonly useQueue?: (url: string | undefined) => void
  /** First 12 hex digits of the kernel's sha-256, or `none` if it is unreadable. */
  readonly kernel: string
  /** Folders of networks; absent: none. */
  readonly networks?: readonly string[]
}

export interface EnginePoolOptions {
  /** Absent: `defaultThreads`. */
  readonly threads?: number | undefined
  /** See `PoolSize`. */
  readonly memoryLimit?: number | undefined
  /** True if there is a window, which then gets a core of its own. */
  readonly window: boolean
  /** True to run short searches in the caller's thread, which receives no messages meanwhile: see `LazyThread`. */
  readonly searchesHere?: boolean | undefined
  /** The folder of the networks that this lab trained; absent: only those that ship with it. */
  readonly networks?: string | undefined
  /** Address of a queue whose workers do the work in chunks; absent: this machine does. */
  readonly queue?: string | undefined
  /** Receives what a user must know of the queue; absent: it is dropped. */
  readonly complain?: ((message: string) => void) | undefined
  /** Another kernel than the built one, for tests. */
  readonly kernelFile?: string
}

/**
 * Creates the pool with the built kernel. The first job that needs a broken kernel reports it, not this call: the rest of the lab works,
 * and once the kernel is repaired the next job finds it.
 * @throws {LabError} `BAD_SETTING` unless the number of threads is a whole number in 1 … 256
 */
export function openPool({
  threads,
  memoryLimit,
  window,
  searchesHere = false,
  networks,
  queue,
  complain = () => undefined,
  kernelFile,
}: EnginePoolOptions): EnginePool {
  if (threads !== undefined) wholeInRange('threads', threads, 1, MOST_THREADS)
  let read: KernelFile | undefined
  let isLate = searchesHere
  const folders = [BUILT_IN_NETWORKS, ...(networks === undefined ? [] : [networks])]
  const kernel = (): KernelFile => (read ??= readKernel(kernelFile))
  const local = new ThreadPool({
    threads: threads ?? defaultThreads(window),
    memoryLimit,
    createThread: stopCell => {
      const start = () => {
        Atomics.store(stopCell, 3, 0) // searches that were answered here must not hold up its batches
        return startWorker(kernel(), stopCell, folders)
      }
      if (!isLate) return start()
      isLate = false // the other threads help with long jobs
      return new LazyThread(
        withExperts(
          createKernel(instance(kernel().module), () => performance.now(), networkSource(folders)),
          id => findExpert(id, folders),
        ),
        start,
      )
    },
  })
  const pool = new QueuePool({ url: queue, local, kernel: () => kernel().hash, networks: folders, complain })
  return {
    pool,
    useQueue: url => pool.use(url),
    networks: folders,
    get kernel() {
      try {
        return kernel().hash
      } catch (error) {
        if (!(error instanceof LabError)) throw error
        return 'none' // the first job reports it
      }
    },
  }
}
