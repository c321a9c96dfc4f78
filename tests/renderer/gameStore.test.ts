import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { useGameStore } from '../../src/renderer/src/features/play/gameStore'
import { BOARD, gameView, hello, report } from './helpers'

beforeEach(() => void setActivePinia(createPinia()))

test('an answer of an old game is dropped', () => {
  const store = useGameStore()
  store.greet(hello({ game: gameView({ id: 3 }) }))
  store.show(gameView({ id: 4, score: 0, slides: 0 }))
  store.show(gameView({ id: 3, score: 999 }))
  expect(store.game).toMatchObject({ id: 4, score: 0 })
})

test('within a game the newest view stands, an undone one too', () => {
  const store = useGameStore()
  store.greet(hello({ game: gameView({ slides: 20 }) }))
  store.show(gameView({ slides: 19, redo: 1 }))
  expect(store.game).toMatchObject({ slides: 19, redo: 1 })
})

test('a lab that was started anew is believed, though its games count from 1 again', () => {
  const store = useGameStore()
  store.greet(hello({ game: gameView({ id: 9 }) }))
  store.greet(hello({ game: gameView({ id: 1 }) }))
  expect(store.game!.id).toBe(1)
})

test('a report is stale as soon as the board is another, and fresh again when it comes back', () => {
  const store = useGameStore()
  store.greet(hello())
  store.showAnalysis({ on: true, running: false, report: report() })
  expect(store.stale).toBe(false)
  store.show(gameView({ board: BOARD.with(0, 1) }))
  expect(store.stale).toBe(true)
  store.show(gameView())
  expect(store.stale).toBe(false)
})
