import type { WALL_CALLS } from '../../../core/contract/calls/walls'
import type { LabContext } from '../context/labContext'
import type { Feature } from '../ground/labFeature'
import type { UsableRuns } from '../runs/runsFeature'
import { planOf } from './wallPlan'
import { WallTests } from './wallTests'

export function openWallTests({
  store,
  engine,
  jobs,
  scope,
  emit,
  onFailure,
}: LabContext): Feature<keyof typeof WALL_CALLS> & { readonly runs: UsableRuns } {
  const tests = scope.add(new WallTests({ store, engine, jobs, onFailure, onRow: row => emit('wallTest', row) }))
  return {
    runs: () => tests,
    handlers: {
      wallTests: () => tests.list(),
      wallTest: ({ id }) => tests.view(id),
      startWallTest: settings => tests.start(planOf(settings)),
    },
  }
}
