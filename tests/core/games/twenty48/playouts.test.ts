import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyCells, legalMoves, slide } from '../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { comparePlayouts, playoutStarts } from '../../../../src/core/games/twenty48/playouts'
import { createRandom, restoreRandom, type Random } from '../../../../src/core/random'
import * as arbitrary from '../../support/arbitraries'
import { refusal } from '../../support/errors'
import { seed } from '../../support/games'

const board = parseBoard('1230000000000001')

/** Standard normal. */
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
/** As skewed as scores are, with a coefficient of variation near 0.5 and this mean. */
const scoreLike = (random: Random, mean: number) => mean * Math.exp(0.47 * normal(random) - 0.47 ** 2 / 2)
const sample = (n: number, draw: () => number) => Array.from({ length: n }, draw)

describe('the positions that playouts begin at', () => {
  const withMove = fc.tuple(arbitrary.livingBoard, fc.nat(3)).map(([b, i]) => {
    const legal = legalMoves(b)
    return { b, move: legal[i % legal.length]! }
  })

  test('are the afterstate with a tile on an empty cell, and hold the points of the slide', () => {
    fc.assert(
      fc.property(withMove, seed, ({ b, move }, playoutSeed) => {
        const slid = slide(b, move)!
        for (const start of playoutStarts(b, move, playoutSeed, 0, 5)) {
          const added = start.board.findIndex((rank, cell) => rank !== slid.board[cell])
          expect(emptyCells(slid.board)).toContain(added)
          expect([1, 2]).toContain(start.board[added])
          expect(start.board.with(added, 0)).toEqual(slid.board)
          expect(start).toMatchObject({ score: slid.reward, slides: 1 })
          expect(restoreRandom(start.random).state).toBe(start.random)
        }
      }),
    )
  })

  test('follow from board, slide, seed and number alone, in one piece or many', () => {
    const whole = playoutStarts(board, 'down', 9, 0, 20)
    expect([...playoutStarts(board, 'down', 9, 0, 7), ...playoutStarts(board, 'down', 9, 7, 13)]).toEqual(whole)
    expect(playoutStarts(board, 'down', 10, 0, 20)).not.toEqual(whole)
  })

  test('of two slides and of two playouts draw apart', () => {
    const states = legalMoves(board).flatMap(move => playoutStarts(board, move, 9, 0, 500).map(({ random }) => random))
    expect(new Set(states).size).toBe(states.length)
  })

  test('an illegal move is refused', () => {
    const error = refusal('ILLEGAL_MOVE', () => playoutStarts(parseBoard('1000000000000000'), 'left', 1, 0, 5))
    expect(error.message).toContain('left')
  })
})

describe('two slides compared by playouts', () => {
  const scores = (random: Random, n: number, mean: number) => sample(n, () => scoreLike(random, mean))

  // 5 % at most by its level; 300 comparisons have a standard error of 1 %
  test('a true difference is outside at any of 40 looks in one of twenty comparisons at most', () => {
    const random = createRandom(11)
    const wrong = sample(300, () => {
      const [one, other] = [scores(random, 400, 10_500), scores(random, 400, 10_000)]
      const isOut = (n: number) => {
        const [low, high] = comparePlayouts(one.slice(0, n), other.slice(0, n))!.interval
        return 500 < low || 500 > high
      }
      return Number(Array.from({ length: 40 }, (_, i) => 10 * (i + 1)).some(isOut))
    })
    expect(wrong.reduce((sum, one) => sum + one) / wrong.length).toBeLessThan(0.08)
  })

  test('sees a difference of 20 % with 600 games each, and takes the slides the right way round', () => {
    const random = createRandom(12)
    const [one, other] = [scores(random, 600, 12_000), scores(random, 600, 10_000)]
    const { difference, interval, means, pairs } = comparePlayouts(one, other)!
    expect(pairs).toBe(600)
    expect(interval[0]).toBeGreaterThan(0)
    expect(difference).toBeCloseTo(means[0] - means[1], 6)
    expect(comparePlayouts(other, one)!.difference).toBe(-difference)
  })

  test('of samples of unequal size, the pairs count', () => {
    const random = createRandom(13)
    const [one, other] = [scores(random, 30, 1000), scores(random, 12, 1000)]
    expect(comparePlayouts(one, other)).toEqual(comparePlayouts(one.slice(0, 12), other))
    expect(comparePlayouts(one, other.slice(0, 9))).toBeNull()
  })
})
