import { isGameObjective } from '../../../../core/contract/files'
import type { ObjectiveSpec } from '../../../../core/tuning/objective'
import { useAllTermNames } from '../../games/gameViews'

/** What a run's game calls the weights, by their ids; called where a component is set up. */
export function useWeightNames(): (objective: ObjectiveSpec) => (id: string) => string {
  const names = useAllTermNames()
  return objective => id => names(isGameObjective(objective) ? objective.game : undefined)[id] ?? id
}
