import { describe, expect, test, vi } from 'vitest'
import { legalMoves, slide } from '../../../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import type { Evaluator } from '../../../../src/core/games/twenty48/heuristics/family'
import { makePosition, parseBoard } from '../../../../src/core/games/twenty48/notation'
import { gameSteps, isOver, playGame, playTurn, startGame } from '../../../../src/core/games/twenty48/playGame'
import { deepen } from '../../../../src/core/games/twenty48/search/deepening'
import { drive, neverStop } from '../../../../src/core/games/twenty48/search/engine'
import { textbook } from '../../../../src/core/games/twenty48/search/textbook'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../../src/core/search/settings'
import { inFull } from '../../../setup/extent'
import { golden } from '../../support/golden'

vi.setConfig({ testTimeout: 60_000 }) // the textbook is slow, and a busy machine slower

interface OracleGame {
  readonly seed: number
  readonly score: number
  readonly slides: number
  readonly board: string
  readonly firstSlide: readonly (number | null)[]
  readonly nodes: number
}

interface OraclePlayer {
  readonly evaluator: Evaluator
  readonly settings: SearchSettings
  readonly depth: number
  readonly games: readonly OracleGame[]
}

describe('games of an independent program (tests/oracle/games.py)', () => {
  const { players } = golden<{ players: OraclePlayer[] }>('games')
  // the kernel plays all of them as well: kernel.test.ts
  const games = players
    .flatMap(({ games, ...player }) => games.map(game => ({ ...player, ...game })))
    .filter(({ nodes }) => inFull || nodes < 60_000)

  test.each(games)('$evaluator.family at depth $depth, seed $seed: $score points', game => {
    const { evaluator, settings, depth, seed, score, slides, board, firstSlide, nodes } = game
    expect(playGame(seed, textbook(evaluator, settings), { depth })).toEqual({
      seed,
      score,
      slides,
      board: parseBoard(board),
      maxRank: Math.max(...parseBoard(board)),
      firstSlide,
      nodes,
    })
  })
})

describe('a game', () => {
  const greedy = textbook(makeEvaluator('power'), PLAIN_SETTINGS)

  test('of one seed is one game; of another another', () => {
    const play = (seed: number) => playGame(seed, greedy, { depth: 0 })
    expect(play(5)).toEqual(play(5))
    expect(makePosition(play(5).board)).not.toBe(makePosition(play(6).board))
  })

  test('slide by slide is the same game, a step a slide', () => {
    const steps = gameSteps(9, board => drive(deepen(board, { depth: 0 }), request => greedy(request, neverStop)))
    let slides = 0
    let step = steps.next()
    for (; !step.done; step = steps.next()) slides++
    expect(step.value).toEqual(playGame(9, greedy, { depth: 0 }))
    expect(slides).toBe(step.value.slides)
  })

  test('gives each search a clock of its own', () => {
    let clocks = 0
    const { slides } = playGame(9, greedy, { depth: 0 }, () => {
      clocks++
      return neverStop
    })
    expect(clocks).toBe(slides)
  })

  test('ends where nothing moves, each turn a legal move, its points and a tile', () => {
    let position = startGame(77)
    expect(position).toMatchObject({ score: 0, slides: 0 })
    expect(position.board.filter(rank => rank > 0)).toHaveLength(2)
    while (!isOver(position)) {
      const before = position
      const move = legalMoves(before.board).at(-1)
      const { board, reward } = slide(before.board, move)!
      const { position: after, turn } = playTurn(before, move)!
      expect(turn.move).toBe(move)
      expect(board[turn.spawn.cell]).toBe(0)
      expect(after.board).toEqual(board.with(turn.spawn.cell, turn.spawn.rank))
      expect([after.score, after.slides]).toEqual([before.score + reward, before.slides + 1])
      position = after
    }
    expect(legalMoves(position.board)).toEqual([])
  })

  test('an illegal move is no turn', () => {
    expect(playTurn({ ...startGame(1), board: parseBoard('1000200030001000') }, 'left')).toBeUndefined()
  })
})
