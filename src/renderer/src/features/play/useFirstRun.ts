import { shallowRef } from 'vue'
import type { GameView } from '../../../../core/contract/calls'
import { readStored, store } from '../../ui/storage'
import type { Play } from './usePlay'

const KEY = 'lab.beenHere'

/** Somebody who is here for the first time finds a game that plays itself, and a line that says so. */
export function useFirstRun(play: Play, game: GameView) {
  const fresh = game.slides === 0 && game.redo === 0 && !game.autoplay
  const hint = shallowRef(readStored(KEY) !== true)
  if (hint.value && fresh) void play.startAutoplay()
  store(KEY, true)
  return { hint, dismiss: () => (hint.value = false) }
}
