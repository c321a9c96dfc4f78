import { describe, expect, it, test } from 'vitest'
import { finish } from '../../../../../src/core/sliced'
import { createRandom } from '../../../../../src/core/random'
import { parseBoard } from '../../../../../src/core/games/twenty48/notation'
import { expectationOf } from '../../../../../src/core/games/twenty48/scale/calibration'
import { fitStages as stagesOf, reliabilityOf } from '../../../../../src/core/games/twenty48/scale/fit'
import {
  GameSampler,
  HORIZON,
  survives,
  type SampledGame,
  type SampledPosition,
} from '../../../../../src/core/games/twenty48/scale/sampledGame'

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

const boardOf = (sum: number) => {
  let rest = sum - 1024
  const ranks = [10]
  for (let rank = 9; rank >= 1; rank--)
    if (rest >= 2 ** rank) {
      ranks.push(rank)
      rest -= 2 ** rank
    }
  return parseBoard(
    ranks
      .map(rank => rank.toString(16))
      .join('')
      .padEnd(16, '0'),
  )
}

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

test('a sampled game has positions of each stage and of its end, which weigh as much as all', () => {
  const sampler = new GameSampler()
  const sums = Array.from({ length: 480 }, (_, i) => 1040 + 2 * i)
  for (const sum of sums) sampler.add(boardOf(sum), 10 * sum, { value: sum / 3, decider: 'search' })
  const game = sampler.end(boardOf(2000), 20_000)
  expect(game).toMatchObject({ score: 20_000, sum: 2000, rank: 10 })
  const weight = (of: (position: SampledPosition) => boolean) =>
    game.positions.filter(of).reduce((sum, each) => sum + each.weight, 0)
  expect(weight(() => true)).toBeCloseTo(480, 6)
  const isLast = (sum: number) => sum * (1 + HORIZON) > 2000
  expect(weight(each => !survives(each, game))).toBeCloseTo(sums.filter(isLast).length, 6)
  expect(game.positions.filter(each => !survives(each, game))).toHaveLength(8)
  expect(game.positions.length).toBeLessThanOrEqual(9 * 8)
  expect(game.positions.length).toBeGreaterThanOrEqual(60)
})
