/** Training in the process of a test, without a store. */
import type { TrainingLine } from '../../src/core/contract/files'
import type { TrainingConfig } from '../../src/core/games/twenty48/wallGame/training'
import { RunFolder } from '../../src/main/lab/training/runFolder'
import type { TrainListener } from '../../src/main/lab/training/trainRun'

const lines = new WeakMap<RunFolder, TrainingLine[]>()

/** A run in a new folder. */
export function newTraining(root: string, config: TrainingConfig, command = 'lab train small.json', version = '1'): RunFolder {
  const run = new RunFolder(root, RunFolder.lastIn(root) + 1, { config, command, stamp: { version } })
  run.make()
  return run
}

/** Collects the measurements of a run; problems are thrown. */
export function measuring(run: RunFolder): TrainListener {
  return {
    signal: new AbortController().signal,
    onNetwork: () => undefined,
    onMoves: () => undefined,
    onMeasured(line) {
      // a resumed run measures again what came after its checkpoint
      const before = measured(run).filter(each => each.network < line.network || (each.network === line.network && each.moves < line.moves)) // oxfmt-ignore
      lines.set(run, [...before, line])
    },
    onSaved: () => undefined,
    onProblem(problem) {
      throw problem
    },
  }
}

export function measured(run: RunFolder): readonly TrainingLine[] {
  return lines.get(run) ?? []
}
