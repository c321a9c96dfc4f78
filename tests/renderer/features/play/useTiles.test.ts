import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { effectScope, shallowRef } from 'vue'
import type { GameView } from '../../../../src/core/contract/calls'
import { playTurn, startGame } from '../../../../src/core/games/twenty48/playGame'
import { legalMoves } from '../../../../src/core/games/twenty48/board'
import { useTiles } from '../../../../src/renderer/src/features/play/board/useTiles'
import { gameView } from '../../helpers'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Views of a game, slide by slide, each with the turn that led to it. */
function views(count: number): GameView[] {
  let position = startGame(1)
  const all = [gameView({ board: position.board, slides: 0 })]
  while (all.length < count) {
    const before = position.board
    const next = playTurn(position, legalMoves(before)[0]!)!
    position = next.position
    all.push(gameView({ board: position.board, slides: position.slides, last: { before, turn: next.turn } }))
  }
  return all
}

function watchTiles(first: GameView, animated: boolean) {
  const game = shallowRef(first)
  const tiles = effectScope().run(() => useTiles(game, animated))!
  const inMotion = () => tiles.value !== undefined
  return { game, tiles, inMotion }
}

describe('the tiles that are drawn', () => {
  test('a turn moves, unless motion is off', () => {
    const [first, second] = views(2)
    for (const animated of [true, false]) {
      const shown = watchTiles(first!, animated)
      shown.game.value = second!
      expect(shown.inMotion()).toBe(animated)
    }
  })

  test('turns that follow too fast to be seen are just shown', () => {
    const [first, second, third, fourth] = views(4)
    const shown = watchTiles(first!, true)
    shown.game.value = second!
    vi.advanceTimersByTime(33)
    shown.game.value = third!
    expect(shown.inMotion()).toBe(false)
    vi.advanceTimersByTime(500)
    shown.game.value = fourth!
    expect(shown.inMotion()).toBe(true)
  })

  test('a turn that does not start from the board on the screen is just shown', () => {
    const [first, , third] = views(3)
    const shown = watchTiles(first!, true)
    shown.game.value = third!
    expect(shown.inMotion()).toBe(false)
  })

  test('the same position reported twice does not stop its own motion', () => {
    const [first, second] = views(2)
    const shown = watchTiles(first!, true)
    shown.game.value = second!
    const { last: _, ...again } = second!
    shown.game.value = { ...again, undo: 99 }
    expect(shown.inMotion()).toBe(true)
  })
})
