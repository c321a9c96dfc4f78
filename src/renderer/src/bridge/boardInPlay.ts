import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { GameView, Hello } from '../../../core/contract/calls'
import { useLab } from './lab'

/** The board that is played on, for screens that begin with it. */
export const useBoardInPlay = defineStore('boardInPlay', () => {
  const lab = useLab()
  const board = shallowRef<GameView['board']>()
  onScopeDispose(lab.on('game', game => (board.value = game.board)))

  function greet({ game }: Hello): void {
    board.value = game.board
  }

  return { board, greet }
})
