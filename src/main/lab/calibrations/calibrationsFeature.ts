import type { CALIBRATION_CALLS } from '../../../core/contract/calls/calibrations'
import type { LabContext } from '../context/labContext'
import type { Feature } from '../ground/labFeature'
import type { UsableRuns } from '../runs/runsFeature'
import { CalibrationRuns } from './calibrationRuns'
import { builtInCalibration, calibrationOf } from './findCalibration'

export function openCalibrations(context: LabContext): Feature<keyof typeof CALIBRATION_CALLS> & { readonly runs: UsableRuns } {
  const { store, data, engine, jobs, scope, emit, onFailure } = context
  const runs = scope.add(new CalibrationRuns({ store, engine, jobs, onFailure, onRow: row => emit('calibration', row) }))
  return {
    runs: () => runs,
    handlers: {
      calibration: async ({ player }) => (data.problem ? builtInCalibration(player) : await calibrationOf(store, player)) ?? null,
      calibrations: async () => runs.rows(),
      estimateCalibration: async order => runs.estimate(order),
      startCalibration: async order => runs.start(order),
    },
  }
}
