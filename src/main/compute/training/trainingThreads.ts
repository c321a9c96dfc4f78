import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Remote } from '../../../core/channel/service'
import { LabError } from '../../../core/errors'
import type { TrainedNetwork } from '../../../core/games/twenty48/wallGame/training'
import { deriveSeed } from '../../../core/random'
import { askThread } from '../../threadChannel'
import { INSTALLATION } from '../../installation'
import { newWallMemory } from '../networks/networkFile'
import { readWallKernel } from '../pool/kernelFile'
import { Barrier, type TrainingService, type TrainingStart } from './messages'

const THREAD_FILE = join(INSTALLATION, 'out', 'main', 'training.js')

export interface TrainingThreads {
  readonly threads: readonly Remote<TrainingService>[]
  /** All of them train at once. @returns the moves that were learned */
  train(slice: Parameters<TrainingService['train']>[0]): Promise<number>
  close(): Promise<void>
}

/**
 * Starts one or two threads that train one network in one memory. Of two, the first one learns what the second one plays; the result does
 * not depend on which is faster. Source: L. Espeholt et al., "IMPALA: Scalable Distributed Deep-RL with Importance Weighted Actor-Learner
 * Architectures", ICML 2018, here without importance weights.
 * @throws {LabError} `KERNEL_BROKEN`; `BAD_SETTING` if there is no memory for the network. Calls fail with `WORKER_LOST` if a thread dies.
 */
export async function startTraining(trained: TrainedNetwork, threads: number, seed: number): Promise<TrainingThreads> {
  const { module: kernel } = readWallKernel()
  const memory = newWallMemory()
  const barrier = new SharedArrayBuffer(Barrier.BYTES)
  const workers: Worker[] = []
  const remotes: Remote<TrainingService>[] = []
  const close = async (): Promise<void> => {
    await Promise.all(workers.map(worker => worker.terminate()))
  }
  try {
    for (let thread = 0; thread < threads; thread++) {
      const ofThread = thread === 0 ? seed : deriveSeed(seed, thread)
      const workerData: TrainingStart = { kernel, memory, trained, thread, threads, seed: ofThread, barrier }
      const worker = new Worker(THREAD_FILE, { workerData })
      workers.push(worker)
      const { remote } = askThread<TrainingService>(worker, cause => {
        if (cause instanceof LabError) return cause
        const why = cause === undefined ? 'it was ended' : (cause as Error).message
        return new LabError('WORKER_LOST', `A training thread died: ${why}.`, undefined, { cause })
      })
      remotes.push(remote)
      await remote.ready() // one after the other: each makes the same tables in the memory
    }
    const train: TrainingThreads['train'] = async slice => {
      const learned = await Promise.all(remotes.map(thread => thread.train(slice)))
      return learned.reduce((sum, moves) => sum + moves, 0)
    }
    return { threads: remotes, train, close }
  } catch (error) {
    await close()
    throw error
  }
}
