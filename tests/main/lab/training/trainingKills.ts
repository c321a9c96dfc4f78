import type { RunFolder } from '../../../../src/main/lab/training/runFolder'
import { trainRun } from '../../../../src/main/lab/training/trainRun'
import { measuring } from '../../../support/measured'

class Killed extends Error {}

/**
 * Trains a run and ends its threads in the middle, without a checkpoint at the end, again and again.
 * @returns how often that was possible before the run was finished
 */
export async function trainKilled(run: RunFolder, times: number, slicesOf = (kill: number) => 3 + (kill % 3)): Promise<number> {
  for (let kill = 0; kill < times; kill++) {
    let slices = 0
    try {
      await trainRun(run, [], {
        ...measuring(run),
        onMoves() {
          if (++slices === slicesOf(kill)) throw new Killed()
        },
        pace: { least: 0, share: 1 },
      })
      return kill
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
  }
  return times
}
