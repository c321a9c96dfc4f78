import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { GameView, Hello } from '../../../core/contract/calls'

/** The board of the game that is played, for screens that look at it without playing. */
export const useBoard = defineStore('board', () => {
  const board = shallowRef<GameView['board']>()

  function show(game: GameView): void {
    board.value = game.board
  }

  return { board, show, greet: ({ game }: Hello) => show(game) }
})
