import { shallowRef, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { GameView } from '../../../../../core/contract/calls'
import { type Board, sameBoard, slide, tracks } from '../../../../../core/games/twenty48/board'
import type { Tile } from '../../../ui/board/boardLook'
import type { Turn } from '../../../../../core/games/twenty48/player'

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

/** The tiles that show one turn, from `before` to the board after it. `serial` distinguishes their keys from the turn before. */
export function tilesOfTurn(before: Board, { move, spawn }: Turn, serial: number): Tile[] {
  const after = slide(before, move)?.board
  if (!after) return []
  const key = (cell: number, part: string) => `${serial}:${part}${cell}`
  const running = tracks(before, move).map(({ rank, from, to, merges }): Tile =>
    merges
      ? { key: key(from, 'leaves'), rank, cell: to, from, motion: 'leaves' }
      : { key: key(from, 'slides'), rank, cell: to, from, motion: from === to ? 'still' : 'slides' },
  )
  const merged = new Set(running.filter(({ motion }) => motion === 'leaves').map(({ cell }) => cell))
  return [
    ...running,
    ...[...merged].map((cell): Tile => ({ key: key(cell, 'merged'), rank: after[cell]!, cell, motion: 'merged' })),
    { key: key(spawn.cell, 'new'), rank: spawn.rank, cell: spawn.cell, motion: 'new' },
  ]
}
