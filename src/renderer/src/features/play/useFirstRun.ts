import { shallowRef, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { GameView } from '../../../../core/contract/calls'
import { usePreferences } from '../../bridge/preferences'
import type { Play } from './usePlay'

/** On first use a game plays by itself, and a line explains that while it does. */
export function useFirstRun(play: Play, game: MaybeRefOrGetter<GameView>) {
  const { slides, redo, autoplay } = toValue(game)
  const fresh = slides === 0 && redo === 0 && !autoplay
  const preferences = usePreferences()
  const hint = shallowRef(!preferences.chosen.beenHere)
  if (hint.value && fresh) void play.startAutoplay()
  if (hint.value) preferences.set({ beenHere: true })

  const dismiss = () => (hint.value = false)
  watch(
    () => toValue(game).autoplay,
    playing => {
      if (!playing) dismiss()
    },
  )
  return { hint, dismiss }
}
