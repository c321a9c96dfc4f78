import type { WALL_CALLS } from '../../../core/contract/calls/walls'
import type { LabContext } from '../context/labContext'
import type { KindFeature } from '../runs/runsFeature'
import { planOf } from './wallPlan'
import { WallTests } from './wallTests'

export function openWallTests(context: LabContext): KindFeature<keyof typeof WALL_CALLS> {
  const tests = context.scope.add(new WallTests({ ...context, onRow: row => context.emit('wallTest', row) }))
  return {
    runs: () => tests,
    handlers: {
      wallTests: () => tests.list(),
      wallTest: ({ id }) => tests.view(id),
      startWallTest: settings => tests.start(planOf(settings)),
    },
  }
}
