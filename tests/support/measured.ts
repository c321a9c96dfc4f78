import type { TrainingLine } from '../../src/core/contract/files'
import type { RunFolder } from '../../src/main/lab/training/runFolder'

/** The measurements of a run. @throws {LabError} `BAD_FILE` if one is damaged */
export function measured(run: RunFolder): Promise<TrainingLine[]> {
  return run.measurements(fault => {
    throw fault
  })
}
