import { describe, expect, test, vi } from 'vitest'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import type { Evaluator } from '../../../../src/core/games/twenty48/heuristics/family'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { playTurn, startGame } from '../../../../src/core/games/twenty48/playGame'
import { neverStop } from '../../../../src/core/games/twenty48/search/engine'
import { PLAIN_SETTINGS, type SearchSettings } from '../../../../src/core/search/settings'
import { inFull } from '../../../setup/extent'
import { golden } from '../../support/golden'
import { playGame, textbook } from '../../../support/textbook'

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

  test('gives each search a clock of its own', () => {
    let clocks = 0
    const { slides } = playGame(9, greedy, { depth: 0 }, () => {
      clocks++
      return neverStop
    })
    expect(clocks).toBe(slides)
  })

  test('an illegal move is no turn', () => {
    expect(playTurn({ ...startGame(1), board: parseBoard('1000200030001000') }, 'left')).toBeUndefined()
  })
})
