import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyCells, legalMoves, slide } from '../../src/core/games/twenty48/board'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import { playTurn } from '../../src/core/games/twenty48/playGame'
import type { GamePosition } from '../../src/core/games/twenty48/player'
import { comparePlayouts, MIN_PLAYOUTS, playoutStarts } from '../../src/core/games/twenty48/playouts'
import { createRandom, restoreRandom, type Random } from '../../src/core/random'
import { meanDifference } from '../../src/core/stats/difference'
import * as arbitrary from './support/arbitraries'
import { refusal } from './support/errors'
import { seed } from './support/games'

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

  test('an illegal slide is refused', () => {
    const error = refusal('ILLEGAL_MOVE', () => playoutStarts(parseBoard('1000000000000000'), 'left', 1, 0, 5))
    expect(error.message).toContain('left')
  })
})

describe("Welch's interval", () => {
  test('by hand: 1 2 3 4 against 2 2 3 3', () => {
    // variances 5/3 and 1/3; SE² = 5/12 + 1/12 = 0.5; ν = 0.25 / ((5/12)²/3 + (1/12)²/3) = 4.1538; t(0.975; 4.1538) = 2.7364
    const { means, difference, standardError, interval } = meanDifference([1, 2, 3, 4], [2, 2, 3, 3])
    expect(means).toEqual([2.5, 2.5])
    expect(difference).toBe(0)
    expect(standardError).toBeCloseTo(Math.SQRT1_2, 12)
    expect(interval[1]).toBeCloseTo(2.7364 * Math.SQRT1_2, 4)
    expect(interval[0]).toBe(-interval[1])
  })

  test('turns about when the samples change places, and moves with them', () => {
    const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 5, maxLength: 30 })
    fc.assert(
      fc.property(values, values, fc.integer({ min: -1000, max: 1000 }), (one, other, shift) => {
        const { difference, interval } = meanDifference(one, other)
        const swapped = meanDifference(other, one)
        expect(swapped.difference).toBeCloseTo(-difference, 9)
        expect(swapped.interval[0]).toBeCloseTo(-interval[1], 6)
        const moved = meanDifference(
          one.map(x => x + shift),
          other,
        )
        expect(moved.difference).toBeCloseTo(difference + shift, 6)
        expect(moved.interval[1] - moved.interval[0]).toBeCloseTo(interval[1] - interval[0], 6)
      }),
    )
  })

  test('is wider at a higher level, as the quantiles of t are', () => {
    const widthAt = (level: number) => {
      const [low, high] = meanDifference([1, 2, 3, 4, 5], [2, 4, 6, 8, 10], level).interval
      return high - low
    }
    // ν = 2.5² / (0.5²/4 + 2²/4) = 5.88; scipy.stats.t.isf of 0.005 and 0.025 there: 3.7381 and 2.4588
    expect(widthAt(0.99) / widthAt(0.95)).toBeCloseTo(3.7381 / 2.4588, 4)
  })

  test('samples without spread are known exactly', () => {
    expect(meanDifference([7, 7], [4, 4, 4])).toMatchObject({ difference: 3, interval: [3, 3] })
  })

  // 1,000 experiments: an observed share has a standard error of 0.7 %.
  test.each([
    ['normal, 10 and 10', 10, 10, 3, 3],
    ['normal, 10 and 40 of four times the spread', 10, 40, 1, 4],
    ['normal, 200 and 200', 200, 200, 1, 1],
  ])('covers the true difference about 95 times in 100: %s', (_, n, m, spread, otherSpread) => {
    const random = createRandom(n * m)
    const covered = sample(1000, () => {
      const [low, high] = meanDifference(
        sample(n, () => 5 + spread * normal(random)),
        sample(m, () => 3 + otherSpread * normal(random)),
      ).interval
      return Number(low <= 2 && 2 <= high)
    })
    const share = covered.reduce((sum, one) => sum + one) / covered.length
    expect(share).toBeGreaterThan(0.93)
    expect(share).toBeLessThan(0.97)
  })
})

describe('two slides compared by playouts', () => {
  const compare = { better: 'down', worse: 'right', games: 100, seed: 1 } as const

  /** Scores of known means, drawn from the seeds of the playouts; the slides are told apart by the rows that sliding down empties. */
  const synthetic = (means: readonly [down: number, right: number]) => async (starts: readonly GamePosition[]) =>
    starts.map(({ board: b, random }) =>
      scoreLike(restoreRandom(random), b.slice(0, 12).some(rank => rank > 2) ? means[1] : means[0]),
    )

  test('the interval covers the true difference about 95 times in 100, of scores as skewed as those of games', async () => {
    const means = [10_500, 10_000] as const
    let covered = 0
    const experiments = 600 // standard error 0.9 %
    for (let i = 0; i < experiments; i++) {
      const { interval } = await comparePlayouts(board, { ...compare, seed: i }, synthetic(means))
      if (interval[0] <= 500 && 500 <= interval[1]) covered++
    }
    expect(covered / experiments).toBeGreaterThan(0.92)
    expect(covered / experiments).toBeLessThan(0.98)
  })

  test('sees a difference of 20 % with 400 games each, and takes the slides the right way round', async () => {
    const { difference, interval, means } = await comparePlayouts(board, { ...compare, games: 400 }, synthetic([12_000, 10_000]))
    expect(interval[0]).toBeGreaterThan(0)
    expect(means[0]).toBeGreaterThan(means[1])
    expect(difference).toBe(means[0] - means[1])
    const turned = await comparePlayouts(
      board,
      { ...compare, better: 'right', worse: 'down', games: 400 },
      synthetic([12_000, 10_000]),
    )
    expect(turned.difference).toBe(-difference)
  })

  test('the same seed gives the same result, another seed another', async () => {
    const play = synthetic([1, 2])
    expect(await comparePlayouts(board, compare, play)).toEqual(await comparePlayouts(board, compare, play))
    expect(await comparePlayouts(board, { ...compare, seed: 2 }, play)).not.toEqual(await comparePlayouts(board, compare, play))
  })

  test('real games: merging two 1024 is worth its points where they will not meet again', async () => {
    const trap = parseBoard('AA12345000000000')
    const play = async (starts: readonly GamePosition[]) => starts.map(start => finish(start))
    const { difference, interval } = await comparePlayouts(trap, { better: 'left', worse: 'down', games: 200, seed: 3 }, play)
    expect(interval[0]).toBeLessThan(difference)
    expect(interval[1]).toBeGreaterThan(difference)
    expect(slide(trap, 'left')!.reward).toBe(2048)
    expect(interval[0]).toBeGreaterThan(1000)
  })

  test.each([0, MIN_PLAYOUTS - 1, 10.5, NaN])('%f games are refused', async games => {
    await expect(comparePlayouts(board, { ...compare, games }, synthetic([1, 1]))).rejects.toMatchObject({ code: 'BAD_SETTING' })
  })
})

/** Slides down, else up, as long as one of them moves something. */
function finish(start: GamePosition): number {
  let position = start
  for (;;) {
    const next = (['down', 'up'] as const).flatMap(move => playTurn(position, move) ?? [])[0]
    if (!next) return position.score
    position = next.position
  }
}
