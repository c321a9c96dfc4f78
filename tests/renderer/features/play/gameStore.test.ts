import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { slide, type Move } from '../../../../src/core/games/twenty48/board'
import { useGameStore } from '../../../../src/renderer/src/features/play/gameStore'
import { usePlayerStore } from '../../../../src/renderer/src/features/play/engine/playerStore'
import { BOARD, gameView, hello, PROFILES, report } from '../../helpers'

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

describe('a move of a game that plays itself', () => {
  const AFTER = BOARD.with(0, 1)
  const next = (slidesPerSecond: number) => gameView({ board: AFTER, slides: 21, autoplay: { slidesPerSecond } })
  function playing(slidesPerSecond: number) {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const store = useGameStore()
    store.greet(hello({ game: gameView({ slides: 20, autoplay: { slidesPerSecond } }) }))
    store.showAnalysis({ on: false, running: false, report: report() })
    store.show(next(slidesPerSecond))
    return store
  }

  test('is shown with the search of its board: nothing is stale between them', () => {
    const store = playing(15)
    expect(store.game!.board).toEqual(BOARD)
    expect(store.stale).toBe(false)
    store.showAnalysis({ on: false, running: false, report: report({ board: AFTER }) })
    expect(store.game!.board).toEqual(AFTER)
    expect(store.stale).toBe(false)
  })

  test('is shown without it where the search takes longer', () => {
    const store = playing(15)
    vi.runAllTimers()
    expect(store.game!.board).toEqual(AFTER)
    expect(store.stale).toBe(true)
  })

  test('is shown when the game goes on or stops, and none is skipped', () => {
    const store = playing(15)
    store.show(gameView({ board: AFTER.with(1, 1), slides: 22, autoplay: { slidesPerSecond: 15 } }))
    expect(store.game).toMatchObject({ board: AFTER, slides: 21 })
    store.show(gameView({ board: AFTER.with(1, 1), slides: 22 }))
    expect(store.game).toMatchObject({ slides: 22 })
    expect(store.game!.autoplay).toBeUndefined()
  })

  test('is shown at once where the game is too fast to be searched move by move', () => {
    expect(playing(60).game!.board).toEqual(AFTER)
  })

  test('of a lab that is met again is forgotten', () => {
    const store = playing(15)
    store.greet(hello({ game: gameView({ slides: 3 }) }))
    vi.runAllTimers()
    expect(store.game!.slides).toBe(3)
  })
})

describe('values of an engine that follows nothing', () => {
  const AFTER = BOARD.with(0, 1)
  const ELSEWHERE = BOARD.with(0, 2)
  const searched = () => {
    const store = useGameStore()
    store.greet(hello())
    store.showAnalysis({ on: false, running: false, report: report() })
    return store
  }
  const last = { before: BOARD, turn: { move: 'left', spawn: { cell: 0, rank: 1 } } } as const

  test('are those behind its move, but not behind another one, also if the view before is many moves old', () => {
    const store = searched()
    const after = (move: Move, board = BOARD) => {
      const moved = slide(board, move)!.board
      return moved.with(moved.indexOf(0), 1)
    }
    store.showAnalysis({ on: false, running: false, report: report({ best: 'left' }) })
    expect(store.behind).toBeUndefined()
    store.show(gameView({ board: after('left'), slides: 27 }))
    expect(store.behind).toMatchObject({ best: 'left' })
    store.show(gameView({ board: after('right'), slides: 27 }))
    expect(store.behind).toBeUndefined()
    store.show(gameView({ board: after('right', after('left')), slides: 28 }))
    expect(store.behind).toBeUndefined()
  })

  test.each([
    ['its move', gameView({ board: AFTER, slides: 21, last })],
    ['a new game', gameView({ id: 2, board: ELSEWHERE, slides: 0, undo: 0 })],
    ['slides taken back', gameView({ board: ELSEWHERE, slides: 9, redo: 11 })],
  ])('are gone with %s, and there again with their board', (_, view) => {
    const store = searched()
    expect(store.report).toBeDefined()
    store.show(view)
    expect(store.report).toBeUndefined()
    store.show(gameView({ id: view.id, board: BOARD }))
    expect([store.report?.board, store.stale]).toEqual([BOARD, false])
  })

  test('stay until the next come if a search is to follow: analysis of an unfinished game, or autoplay', () => {
    const store = searched()
    const fresh = gameView({ id: 2, board: ELSEWHERE, slides: 0 })
    store.show({ ...fresh, autoplay: { slidesPerSecond: 4 } })
    expect(store.report).toBeDefined()
    store.show(fresh)
    expect(store.report).toBeUndefined()
    store.showAnalysis({ on: true, running: true, report: report() })
    expect(store.report).toBeDefined()
    store.show({ ...fresh, over: true })
    expect(store.report).toBeUndefined()
  })
})

test('values of another player than the one who is chosen are not shown', () => {
  const store = useGameStore()
  const player = usePlayerStore()
  store.greet(hello())
  player.offer(PROFILES, 'thesis')
  const searched = player.mover!
  store.showAnalysis({ on: true, running: false, report: report(), player: { ...searched, limits: { ms: 5 } } })
  expect(store.report).toBeDefined()
  player.choose('power')
  expect(store.report).toBeUndefined()
  store.showAnalysis({ on: true, running: false, report: report(), player: player.mover! })
  expect(store.report).toBeDefined()
  player.setParameter('empty', 271)
  expect(store.report).toBeUndefined()
  player.choose('thesis')
  store.showAnalysis({ on: true, running: false, report: report(), player: searched })
  expect(store.report).toBeDefined()
})
