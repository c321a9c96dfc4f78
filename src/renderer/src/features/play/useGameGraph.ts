import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { GameGraph } from '../../../../core/contract/calls'
import { useGameStore } from './gameStore'
import { usePlay } from './usePlay'

/** More rows than a chart of this size has pixels to show. */
const POINTS = 1000
/** Between an answer and the next question. */
const REST_MS = 500

/** The rows of the game, asked for after a change while somebody looks, one question at a time. */
export function useGameGraph(looking: Readonly<Ref<boolean>>): Readonly<Ref<GameGraph | undefined>> {
  const play = usePlay()
  const store = useGameStore()
  const graph = shallowRef<GameGraph>()
  let outdated = true
  let asking = false
  let resting: ReturnType<typeof setTimeout> | undefined
  let disposed = false

  async function ask(): Promise<void> {
    if (!outdated || !looking.value || asking || resting || disposed) return
    outdated = false
    asking = true
    graph.value = (await play.graph(POINTS)) ?? graph.value
    asking = false
    if (disposed) return
    resting = setTimeout(() => {
      resting = undefined
      void ask()
    }, REST_MS)
  }

  watch([() => store.game, () => store.analysis.report], () => {
    outdated = true
    void ask()
  })
  watch(looking, () => void ask(), { immediate: true })
  onScopeDispose(() => {
    disposed = true
    clearTimeout(resting)
  })
  return graph
}
