import { isGameObjective, type ObjectiveSpec } from '../../../../core/contract/tuning/objective'
import { useAllTermNames } from '../../games/gameViews'

/** Names of the weights in a run's game, by id; call it in `setup`. */
export function useWeightNames(): (objective: ObjectiveSpec) => (id: string) => string {
  const names = useAllTermNames()
  return objective => id => names(isGameObjective(objective) ? objective.game : undefined)[id] ?? id
}
