import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { GameView, Hello } from '../../../core/contract/calls'

/** The board of the game in play, for other screens. */
export const useBoard = defineStore('board', () => {
  const board = shallowRef<GameView['board']>()

  function show(game: GameView): void {
    board.value = game.board
  }

  return { board, show, greet: ({ game }: Hello) => show(game) }
})
