import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Hello, PageGameView, GameView } from '../../../core/contract/calls'

/** The game on a web page, whichever page of the lab began it. Replaced whole, never edited in place. */
export const usePageGame = defineStore('pageGame', () => {
  const view = shallowRef<PageGameView>()
  /** Number of the game that was put away here. */
  const away = shallowRef<number>()

  const shown = computed(() => (view.value && view.value.id !== away.value ? view.value : undefined))
  /** Whether a game on a page runs, shown or put away. */
  const isOn = computed(() => view.value !== undefined && view.value.state !== 'ended')

  function show(next: PageGameView): void {
    view.value = next
  }

  /** Makes room for the board. The game on the page continues. */
  function putAway(): void {
    away.value = view.value?.id
  }

  function bringBack(): void {
    away.value = undefined
  }

  /** The lab is met, for the first time or again. */
  function greet({ pageGame }: Hello): void {
    const before = view.value
    view.value = pageGame
    // a lab that was started again numbers its games from the first
    if (!pageGame || pageGame.id < (before?.id ?? 0)) away.value = undefined
    // one that ended before is of no interest, unless it was watched
    if (pageGame?.state === 'ended' && before?.id !== pageGame.id) putAway()
  }

  return { shown, isOn, show, putAway, bringBack, greet }
})

/** The board of the game in play, for other screens. */
export const useBoard = defineStore('board', () => {
  const board = shallowRef<GameView['board']>()

  function show(game: GameView): void {
    board.value = game.board
  }

  return { board, show, greet: ({ game }: Hello) => show(game) }
})
