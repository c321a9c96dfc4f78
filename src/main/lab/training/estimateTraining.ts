import type { TrainingEstimate } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import { stepAt, type NetworkTraining, type TrainingConfig } from '../../../core/games/twenty48/walls/training'
import { startTraining } from '../../compute/training/trainingThreads'

/** Length of each of two parts; the first is slower, because its memory is new. */
const PART_MS = 2000
/** Moves between two looks at the clock. */
const SLICE = 100_000

/**
 * Trains each network for some seconds from zeros, with the threads of the config.
 * @throws {LabError} `CANCELLED`; `KERNEL_BROKEN`; `BAD_SETTING` if there is no memory for a network; `WORKER_LOST`
 */
export async function estimateTraining(
  config: TrainingConfig,
  signal: AbortSignal,
  partMs: number = PART_MS,
): Promise<TrainingEstimate> {
  const movesPerSecond: number[] = []
  for (const training of config.networks) movesPerSecond.push(await paceOf(training, config, signal, partMs))
  return { seconds: config.networks.reduce((sum, { moves }, i) => sum + moves / movesPerSecond[i]!, 0), movesPerSecond }
}

async function paceOf(
  training: NetworkTraining,
  { threads: count, seed }: TrainingConfig,
  signal: AbortSignal,
  partMs: number,
): Promise<number> {
  const threads = await startTraining(training, count, seed)
  try {
    const train = async (): Promise<number> => {
      const [step, started] = [stepAt(training, 0), performance.now()]
      let moves = 0
      do moves += await threads.train({ step, least: SLICE })
      while (performance.now() - started < partMs && !signal.aborted)
      if (signal.aborted) throw new LabError('CANCELLED', 'The measurement ended before it had a result.')
      return (1000 * moves) / (performance.now() - started)
    }
    await train()
    return await train()
  } finally {
    await threads.close()
  }
}
