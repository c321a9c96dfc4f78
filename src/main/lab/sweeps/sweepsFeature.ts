import type { SWEEP_CALLS } from '../../../core/contract/calls/sweeps'
import type { LabContext } from '../context/labContext'
import type { KindFeature } from '../runs/runsFeature'
import { Sweeps } from './sweeps'

export function openSweeps(context: LabContext): KindFeature<keyof typeof SWEEP_CALLS> {
  const sweeps = context.scope.add(new Sweeps({ ...context, onRow: row => context.emit('sweep', row) }))
  return {
    runs: () => sweeps,
    handlers: {
      sweeps: () => sweeps.list(),
      sweep: ({ id }) => sweeps.view(id),
      startSweep: order => sweeps.start(order),
    },
  }
}
