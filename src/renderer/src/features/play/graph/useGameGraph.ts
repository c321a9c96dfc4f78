import type { Ref } from 'vue'
import type { GameGraph } from '../../../../../core/contract/calls'
import { useLatest } from '../../../bridge/useLatest'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useGameStore } from '../gameStore'

/** More rows than a chart of this size has pixels to show. */
const POINTS = 1000
/** Between two questions. */
const PACE_MS = 500

/** The rows of the game; loads them again after a change while the graph is in sight. */
export function useGameGraph(looking: Readonly<Ref<boolean>>): Readonly<Ref<GameGraph | undefined>> {
  const store = useGameStore()
  return useLatest({
    about: () => (looking.value ? (store.game?.id ?? 0) : undefined),
    ask: ask => ask('gameGraph', { points: POINTS }),
    renewOn: () => [store.game, store.analysis.report],
    pace: PACE_MS,
    tell: useFailureToast(),
  }).value
}
