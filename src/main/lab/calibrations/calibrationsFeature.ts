import type { CALIBRATION_CALLS } from '../../../core/contract/calls/calibrations'
import type { LabContext } from '../context/labContext'
import type { KindFeature } from '../runs/runsFeature'
import { CalibrationRuns } from './calibrationRuns'
import { builtInCalibration, calibrationOf } from './findCalibration'

export function openCalibrations(context: LabContext): KindFeature<keyof typeof CALIBRATION_CALLS> {
  const { store, data } = context
  const runs = context.scope.add(new CalibrationRuns({ ...context, onRow: row => context.emit('calibration', row) }))
  return {
    runs: () => runs,
    handlers: {
      calibration: async ({ player }) => (data.problem ? builtInCalibration(player) : await calibrationOf(store, player)) ?? null,
      calibrations: async () => runs.list(),
      estimateCalibration: async order => runs.estimate(order),
      startCalibration: async order => runs.start(order),
    },
  }
}
