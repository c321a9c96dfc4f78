import { shallowRef, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { GameView } from '../../../../../core/contract/calls'
import { sameBoard } from '../../../../../core/games/twenty48/board'
import type { Tile } from '../../../ui/board/tile'
import { tilesOfTurn } from './tiles'

/** Views that follow closer than this are shown without animation, which would only flicker. */
const ANIMATION_MS = 130

/** The animated tiles of the last turn, if there is time to see them; `undefined` while the board is static. */
export function useTiles(game: MaybeRefOrGetter<GameView>, animated: MaybeRefOrGetter<boolean>) {
  const tiles = shallowRef<readonly Tile[]>()
  let shownAt = -Infinity
  let serial = 0

  watch(
    () => toValue(game),
    (view, previous) => {
      // the same position arrives twice, in an answer and in an event
      if (view.id === previous.id && view.slides === previous.slides && sameBoard(view.board, previous.board)) return
      const now = performance.now()
      const inTime = now - shownAt >= ANIMATION_MS
      shownAt = now
      const { last } = view
      tiles.value =
        last && toValue(animated) && inTime && sameBoard(last.before, previous.board)
          ? tilesOfTurn(last.before, last.turn, ++serial)
          : undefined
    },
    { flush: 'sync' },
  )
  return tiles
}
