import { computed, onScopeDispose, shallowRef, triggerRef, watch } from 'vue'
import type { GameAnalysisView } from '../../../../../core/contract/calls'
import { LabError } from '../../../../../core/errors'
import type { Player } from '../../../../../core/games/twenty48/player'
import { attemptWith } from '../../../bridge/attempt'
import { useLab } from '../../../bridge/lab'
import { Assessments } from './mistakes'
import { useFailureToast } from '../../../ui/toasts/failureToast'

/** The analyses of a kept game, and the slides of the one that is looked at. */
export function useGameAnalysis(game: () => number) {
  const lab = useLab()
  const attempt = attemptWith(useFailureToast())
  const list = shallowRef<readonly GameAnalysisView[]>([])
  const chosen = shallowRef<number>()
  const assessments = shallowRef(new Assessments())
  /** Of `assessments`; `undefined` for none. */
  let known: number | undefined
  let fetching = false

  const current = computed(() => list.value.find(({ id }) => id === chosen.value))

  watch(game, () => void load(), { immediate: true })
  watch(lab.connected, up => up && void load())
  onScopeDispose(lab.on('gameAnalysis', hear))

  async function load(): Promise<void> {
    const of = game()
    const found = (await attempt(lab.call('gameAnalyses', { game: of }))) ?? []
    if (of !== game()) return
    list.value = found
    if (!current.value) choose(found[0]?.id)
    else void fetchSlides()
  }

  function choose(id: number | undefined): void {
    chosen.value = id
    assessments.value = new Assessments()
    known = id
    void fetchSlides()
  }

  function hear(view: GameAnalysisView): void {
    if (view.game !== game()) return
    list.value = list.value.some(({ id }) => id === view.id)
      ? list.value.map(each => (each.id === view.id ? view : each))
      : [view, ...list.value]
    void fetchSlides()
  }

  /** What was judged since it was last asked. */
  async function fetchSlides(): Promise<void> {
    if (fetching) return
    fetching = true
    try {
      for (let now = current.value; now && now.id === known && assessments.value.slides < now.done; now = current.value) {
        const before = assessments.value.slides
        const slides = await lab.call('assessedSlides', { id: now.id, from: before })
        if (now.id !== known) continue
        assessments.value.add(slides)
        triggerRef(assessments)
        if (assessments.value.slides === before) break
      }
    } catch (error) {
      // an analysis that cannot be read says so when it is taken up, and a lost connection is met again
      if (!(error instanceof LabError)) throw error
    } finally {
      fetching = false
    }
  }

  async function start(player: Player, profile: string): Promise<void> {
    const view = await attempt(lab.call('startGameAnalysis', { game: game(), player, profile }))
    if (!view || view.game !== game()) return
    hear(view)
    if (view.id !== chosen.value) choose(view.id)
  }

  const resume = ({ player, profile }: GameAnalysisView) => start(player, profile)
  const stop = ({ id }: GameAnalysisView) => attempt(lab.call('stopGameAnalysis', { id }))

  return { list, current, assessments, choose, start, resume, stop }
}
