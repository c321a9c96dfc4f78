import { computed, shallowRef, triggerRef, watch } from 'vue'
import type { GameAnalysisView } from '../../../../../core/contract/calls'
import { wasInterrupted } from '../../../../../core/contract/calls/runRow'
import type { Player } from '../../../../../core/games/twenty48/player'
import { isJudge } from '../../../../../core/games/twenty48/playerHash'
import { useRunActions, useRunList } from '../../../bridge/runs'
import { useLatest } from '../../../bridge/useLatest'
import { Assessments } from './mistakes'
import { useFailureToast } from '../../../ui/toasts/failureToast'

/** The analyses of a stored game, and the assessed moves of the selected one. */
export function useGameAnalysis(game: () => number) {
  // a game whose import is taken back is gone before its analysis begins
  const onFailure = useFailureToast(['CANCELLED', 'DISCONNECTED', 'NOT_FOUND'])
  const runs = useRunList('analysis', () => ({ game: game() }), onFailure)
  const { change, pause } = useRunActions('analysis', runs, onFailure)
  const assessments = shallowRef(new Assessments())
  const list = computed(() => runs.list.value ?? [])
  const { current } = runs
  watch(list, ([first]) => current.value ?? runs.show(first?.id))
  // that of the judge began by itself, and continues by itself
  watch(
    () => list.value.find(each => isJudge(each.player) && wasInterrupted(each))?.id,
    id => {
      const its = list.value.find(each => each.id === id)
      if (its) void change(ask => ask('startGameAnalysis', { game: its.game, player: its.player, profile: its.profile }))
    },
  )
  watch(runs.selected, () => (assessments.value = new Assessments()), { flush: 'sync' })

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

  async function start(player: Player, profile: string): Promise<void> {
    const view = await change(ask => ask('startGameAnalysis', { game: game(), player, profile }))
    if (view?.game === game()) runs.show(view.id)
  }

  const resume = ({ player, profile }: GameAnalysisView) => start(player, profile)

  return {
    list,
    isListed: computed(() => runs.list.value !== undefined),
    current,
    assessments,
    choose: runs.show,
    start,
    resume,
    pause,
  }
}
