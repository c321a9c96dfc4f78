import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/core/random'
import { eloOfPairs, eloOfScore, type Results } from '../../../src/core/stats/intervals'

describe('Elo', () => {
  /** Source: A. Elo, "The Rating of Chessplayers, Past and Present" (1978). */
  const scoreOfElo = (elo: number) => 1 / (1 + 10 ** (-elo / 400))

  test('and score are inverse to each other, and 400 more are ten to one', () => {
    expect(scoreOfElo(400)).toBeCloseTo(10 / 11, 12)
    fc.assert(
      fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), elo => {
        expect(eloOfScore(scoreOfElo(elo))).toBeCloseTo(elo, 6)
      }),
    )
  })
})

describe('Elo of pairs', () => {
  // as the programs that played them print elo ± half of the interval: fastchess twice, then Stockfish's pull request 4160
  test.each<[Results, number, number]>([
    [[1, 10, 78, 48, 13], 72.85, 22.33],
    [[352, 579, 1264, 743, 464], 19.83, 6.77],
    [[39, 5335, 18_992, 5622, 12], 1.35, 1.2],
  ])('%o is the published one', (pairs, published, half) => {
    const { elo, interval } = eloOfPairs(pairs)
    expect(elo).toBeCloseTo(published, 2)
    // Student's is 1 % wider of 150 pairs, and the variance is that of a sample
    expect((interval[1] - interval[0]) / 2 / half).toBeGreaterThan(0.99)
    expect((interval[1] - interval[0]) / 2 / half).toBeLessThan(1.02)
  })

  test('has the interval of bounded values, which is wide of few pairs', () => {
    // shares ½, ½, ¾, 1 and ¼: Wilson's of 0.6 in 5 · 0.24 / 0.08125 / (2.776445 / 1.959964)² = 7.359967 trials
    const { interval } = eloOfPairs([0, 1, 2, 1, 1])
    expect(interval[0]).toBeCloseTo(eloOfScore(0.276772), 2)
    expect(interval[1]).toBeCloseTo(eloOfScore(0.854639), 2)
  })

  test('has finite ends and a finite middle, unless all points were won or lost', () => {
    const counts = fc.tuple(...([0, 1, 2, 3, 4] as const).map(() => fc.nat(30)))
    fc.assert(
      fc.property(counts, ([a, b, c, d, e]) => {
        const results: Results = [a!, b!, c!, d!, e!]
        const pairs = results.reduce<number>((sum, each) => sum + each, 0)
        fc.pre(pairs >= 2 && results[0] < pairs && results[4] < pairs)
        const { elo, interval } = eloOfPairs(results)
        expect([elo, ...interval].every(Number.isFinite)).toBe(true)
        expect(interval[0]).toBeLessThanOrEqual(elo)
        expect(interval[1]).toBeGreaterThanOrEqual(elo)
      }),
    )
  })

  // docs/results: random against MCTS with the heuristic, alpha-beta against itself ordered, random against MCTS to the end
  test.each([
    [49, 1, 0, 0, 0],
    [1, 0, 45, 0, 4],
    [7, 19, 24, 0, 0],
  ])(
    'holds the score of a pairing of results/cant-go-back.md about 95 times in 100: %i, %i, %i, %i, %i',
    (...results: number[]) => {
      const drawn = results.flatMap((count, sum) => Array<number>(count).fill(sum))
      const truth = eloOfScore(drawn.reduce((sum, each) => sum + each, 0) / 4 / drawn.length)
      const random = createRandom(1)
      for (const pairs of [5, 20, 50]) {
        let held = 0
        for (let round = 0; round < 1000; round++) {
          const sums: [number, number, number, number, number] = [0, 0, 0, 0, 0]
          for (let pair = 0; pair < pairs; pair++) sums[drawn[random.below(drawn.length)]!]!++
          const [low, high] = eloOfPairs(sums).interval
          held += Number(low <= truth && truth <= high)
        }
        expect(held, `${pairs} pairs`).toBeGreaterThan(870)
      }
    },
  )

  test.each([
    [20, 0.1],
    [50, 0.1],
    [100, 0.03],
  ])(
    'holds in 95 of 100 tournaments of %i pairs of which %d are won and all others drawn, or the same upside down',
    (n, share) => {
      // exactly: the sum over how many are won
      let held = 0
      let chance = (1 - share) ** n
      for (let won = 0; won <= n; won++) {
        const [low, high] = eloOfPairs([0, 0, n - won, 0, won]).interval
        const truth = eloOfScore((1 + share) / 2)
        if (low <= truth && truth <= high) held += chance
        const turned = eloOfPairs([won, 0, n - won, 0, 0]).interval
        expect(turned[1]).toBeCloseTo(-low, 9)
        chance *= ((n - won) / (won + 1)) * (share / (1 - share))
      }
      expect(held).toBeGreaterThan(0.95)
    },
  )

  test('that all came to the same has Wilson’s interval', () => {
    // 20 of 20: 20 / (20 + 1.96²) = 0.838875
    const { elo, interval } = eloOfPairs([0, 0, 0, 0, 20])
    expect([elo, interval[1]]).toEqual([Infinity, Infinity])
    expect(interval[0]).toBeCloseTo(eloOfScore(0.838875), 2)
    const drawn = eloOfPairs([0, 0, 30, 0, 0])
    expect(drawn.elo).toBe(0)
    expect(drawn.interval[0]).toBeLessThan(-50)
    expect(drawn.interval[1]).toBeCloseTo(-drawn.interval[0], 9)
  })
})
