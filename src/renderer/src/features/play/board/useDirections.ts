import { computed, type ComputedRef } from 'vue'
import type { Player } from '../../../../../core/games/twenty48/player'
import type { SearchReport } from '../../../../../core/games/twenty48/search/report'
import { usePreferences } from '../../../bridge/preferences'
import { useCalibrations } from '../../../bridge/calibrations'
import { scaleOf } from '../../../games/twenty48/scaleOf'
import { useMoveFigures } from '../../../games/twenty48/useMoveFigures'
import type { MoveFigures } from '../../../ui/loss/loss'
import { directionsOf, type Direction, type GamePosition } from './directions'

/** The four moves of a board with their figures, in the scale that the user chose. */
export function useDirections(
  position: () => GamePosition | undefined,
  report: () => SearchReport | undefined,
  player: () => Player | undefined,
): ComputedRef<readonly (Direction & { readonly figures: MoveFigures })[]> {
  const preferences = usePreferences()
  const calibrations = useCalibrations()
  const figuresOf = useMoveFigures()
  const scale = computed(() => scaleOf(player(), calibrations, preferences.lossThresholds))
  return computed(() => {
    const byExpert = report()?.expert?.decides ?? false
    const its = position()
    if (!its) return []
    return directionsOf(its, report(), scale.value).map(direction => {
      const { judged, best, stale, depth } = direction
      const figures = figuresOf(judged, { scale: preferences.valueScale, best, byExpert, stale, depth })
      return { ...direction, figures }
    })
  })
}
