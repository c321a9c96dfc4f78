import { shallowRef, toValue, watch, type MaybeRefOrGetter } from 'vue'
import { useI18n } from 'vue-i18n'
import type { GameView } from '../../../../../core/contract/calls'
import { face, maxRank, SIDE, type Move } from '../../../../../core/games/twenty48/board'
import { useMoveNames } from '../../../ui/board/boardLook'

/** A game that plays by itself is summarised this often; a move made by hand is announced immediately. */
const EVERY_MS = 5_000

/** Text for a polite live region. */
export function useAnnouncements(game: MaybeRefOrGetter<GameView>) {
  const { t, n } = useI18n()
  const moves = useMoveNames()
  const announcement = shallowRef('')
  let announcedAt = -Infinity

  watch(
    () => toValue(game),
    (view, previous) => {
      if (view.over && !previous.over) return announce(t('announce.over', summary(view)))
      if (view.slides === previous.slides && view.id === previous.id) return
      if (!view.autoplay && view.last) return announce(turn(view, view.last.turn.move))
      if (view.autoplay && performance.now() - announcedAt >= EVERY_MS) announce(t('announce.playing', summary(view)))
    },
  )

  function announce(text: string): void {
    announcement.value = text
    announcedAt = performance.now()
  }

  function turn({ last, score }: GameView, move: Move): string {
    const { cell, rank } = last!.turn.spawn
    const place = { row: Math.floor(cell / SIDE) + 1, column: (cell % SIDE) + 1 }
    return t('announce.turn', { move: moves.value[move], tile: face(rank), ...place, score: n(score, 'integer') })
  }

  function summary({ score, board }: GameView) {
    return { score: n(score, 'integer'), tile: n(face(maxRank(board)), 'integer') }
  }

  return announcement
}
