import { describe, expect, it } from 'vitest'
import { finish } from '../../../../../src/core/sliced'
import { createRandom } from '../../../../../src/core/random'
import { expectationOf } from '../../../../../src/core/games/twenty48/scale/calibration'
import { fitStages as stagesOf, reliabilityOf } from '../../../../../src/core/games/twenty48/scale/fit'
import type { SampledGame, SampledPosition } from '../../../../../src/core/games/twenty48/scale/sampledGame'
import { boardOf } from '../../../support/boardOfSum'

const fitStages = (games: readonly SampledGame[], lost?: number) => finish(stagesOf(games, lost))

/**
 * Games of sums 1100, 1200, … with a value of 0 … 1, the true chance to survive the next 100. Survivors of 2000 have the tile 2048, and half of
 * those at once 4096.
 */
function gamesOf(count: number, seed: number): SampledGame[] {
  const random = createRandom(seed)
  const draw = () => random.below(1e6) / 1e6
  return Array.from({ length: count }, () => {
    const positions: SampledPosition[] = []
    for (let sum = 1100; ; sum += 100) {
      const value = draw() < 0.8 ? 0.995 : 0.6 + 0.4 * draw()
      positions.push({ rank: 10, sum, decider: 'search', value, score: 10 * sum, weight: 1 })
      const isOver = draw() >= value
      if (isOver || sum === 2000) {
        const rank = isOver ? 10 : draw() < 0.5 ? 11 : 12
        return { score: 10 * sum, rank, sum: isOver ? sum : 5000, positions }
      }
    }
  })
}

it.each([
  [99, 1],
  [100, 2],
  [250, 3],
])('has the value at which chances begin to fall to those of a lost board from %d games without one in 100', (count, from) => {
  // game i, from 1 on, has the values i, i + 0.5 and 500
  const games = Array.from({ length: count }, (_, i): SampledGame => {
    const values = [i + 1, i + 1.5, 500]
    const positions = values.map(value => ({ rank: 10, sum: 1100, decider: 'search' as const, value, score: 0, weight: 1 }))
    return { score: 0, rank: 11, sum: 5000, positions }
  })
  expect(fitStages(games.toReversed(), -1e6)[0]!.survival.values.slice(0, 2)).toEqual([-1e6, from])
})

describe('a fit to games whose chances are known', () => {
  const games = gamesOf(2000, 1)
  const stages = fitStages(games)
  /** Of surviving one part: 0.8·0.995 + 0.2·0.8. */
  const usual = 0.956

  it.each([0.65, 0.8, 0.95, 0.995])('finds the chance of 2048 at a value of %d', value => {
    const { chance } = expectationOf({ stages }, { board: boardOf(1500), score: 15_000 }, { value, decider: 'search' })!
    expect(chance!.rank).toBe(11)
    const truth = value * usual ** 5
    expect(Math.abs(chance!.share - truth)).toBeLessThan(0.05)
    expect(chance!.interval[0]).toBeLessThan(chance!.share)
  })

  it('predicts games that it has not seen', () => {
    const { bins, brier, baseBrier, coverage, games: unseen } = finish(reliabilityOf(games))
    expect(unseen).toBe(666)
    expect(brier).toBeLessThan(baseBrier!)
    expect(bins.length).toBeGreaterThan(4)
    const near = bins.filter(({ predicted, interval: [low, high] }) => low - 0.03 <= predicted && predicted <= high + 0.03)
    expect(near.length).toBeGreaterThanOrEqual(bins.length - 1) // of nine 95 % intervals
    expect(coverage).toBeGreaterThan(0.76)
  })

  it('says nothing of how well it predicts where no game was left to predict, or to fit', () => {
    const unmeasured = { brier: null, baseBrier: null, coverage: null, bins: [] }
    for (const count of [2, 6]) expect(finish(reliabilityOf(games.slice(0, count)))).toMatchObject(unmeasured)
  })

  it('counts positions with no larger tile in the band alone', () => {
    const ends = Array.from({ length: 60 }, (_, i): SampledGame => {
      const position = { rank: 17, sum: 140_000, decider: 'search', value: i, score: 100, weight: 1 } as const
      return { score: 200 + i, rank: 17, sum: 150_000, positions: [position] }
    })
    const { brier, coverage } = finish(reliabilityOf(ends))
    expect(brier).toBeNull()
    expect(coverage).toBeCloseTo(0.8, 1)
  })

  it('does not depend on the order of games, and needs 20 of them', () => {
    expect(fitStages(games.slice(0, 100).toReversed())).toEqual(fitStages(games.slice(0, 100)))
    expect(fitStages(games.slice(0, 19))).toEqual([])
  })

  it('falls to 0 at the value of a lost board', () => {
    const board = { board: boardOf(1500), score: 0 }
    const withLost = { stages: fitStages(games, -1) }
    const at = (value: number) => expectationOf(withLost, board, { value, decider: 'search' })!.chance!.share
    expect(at(-1)).toBe(0)
    expect(at(-0.5)).toBeGreaterThan(0)
    expect(at(-0.5)).toBeLessThan(at(0.6))
    // also where a game went on from a board that its search gave up
    const some = games.flatMap(({ positions }) => positions.map(({ value }) => value)).toSorted((a, b) => a - b)
    const atLowest = { stages: fitStages(games, some[0]) }
    expect(expectationOf(atLowest, board, { value: some[0]!, decider: 'search' })!.chance!.share).toBe(0)
    expect(at(0.8)).toBe(expectationOf({ stages }, board, { value: 0.8, decider: 'search' })!.chance!.share)
  })
})
