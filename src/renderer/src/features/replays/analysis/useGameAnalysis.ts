import { computed, onScopeDispose, shallowRef, triggerRef, watch } from 'vue'
import type { GameAnalysisView } from '../../../../../core/contract/calls'
import type { Player } from '../../../../../core/games/twenty48/player'
import { useLab } from '../../../bridge/lab'
import { useLatest } from '../../../bridge/useLatest'
import { useMutation } from '../../../bridge/useMutation'
import { Assessments } from './mistakes'
import { useFailureToast } from '../../../ui/toasts/failureToast'

/** The analyses of a stored game, and the assessed moves of the selected one. */
export function useGameAnalysis(game: () => number) {
  const lab = useLab()
  const onFailure = useFailureToast()
  const change = useMutation(onFailure)
  const chosen = shallowRef<number>()
  const assessments = shallowRef(new Assessments())

  const { value } = useLatest<number, readonly GameAnalysisView[]>({
    about: game,
    ask: (ask, of) => ask('gameAnalyses', { game: of }),
    clearOn: of => of,
    onFailure,
  })
  const list = computed(() => value.value ?? [])
  const current = computed(() => list.value.find(({ id }) => id === chosen.value))
  watch(list, ([first]) => current.value ?? choose(first?.id))
  onScopeDispose(lab.on('gameAnalysis', onAnalysis))

  // Loads the moves assessed since the last request. An unreadable analysis reports its failure when it is resumed.
  useLatest({
    about: () => current.value?.id,
    renewOn: () => current.value?.done,
    async ask(ask, id) {
      for (let before = -1; before < assessments.value.slides && assessments.value.slides < current.value!.done;) {
        before = assessments.value.slides
        assessments.value.add(await ask('assessedSlides', { id, from: before }))
        triggerRef(assessments)
      }
    },
  })

  function choose(id: number | undefined): void {
    chosen.value = id
    assessments.value = new Assessments()
  }

  /** @returns whether it belongs to the shown game */
  function onAnalysis(view: GameAnalysisView): boolean {
    if (view.game !== game()) return false
    value.value = list.value.some(({ id }) => id === view.id)
      ? list.value.map(each => (each.id === view.id ? view : each))
      : [view, ...list.value]
    return true
  }

  async function start(player: Player, profile: string): Promise<void> {
    const view = await change(ask => ask('startGameAnalysis', { game: game(), player, profile }))
    if (view && onAnalysis(view) && view.id !== chosen.value) choose(view.id)
  }

  const resume = ({ player, profile }: GameAnalysisView) => start(player, profile)
  const stop = ({ id }: GameAnalysisView) => change(ask => ask('pauseRun', { kind: 'analysis', id }))

  return { list, current, assessments, choose, start, resume, stop }
}
