import { describe, expect, it } from 'vitest'
import { parseBoard } from '../../../../../src/core/games/twenty48/notation'
import {
  chancesOfMoves,
  expectationOf,
  lostIn,
  type Outcomes,
  type Stage,
} from '../../../../../src/core/games/twenty48/scale/calibration'
import { lostBelow } from '../../../../../src/core/games/twenty48/scale/fit'
import type { LossCurve } from '../../../../../src/core/games/twenty48/scale/lossCurve'
import type { SampledGame } from '../../../../../src/core/games/twenty48/scale/sampledGame'
import { wilsonInterval } from '../../../../../src/core/stats/intervals'

const outcomes = (goals: readonly number[], points: readonly number[], games = 100): Outcomes => ({
  ...{ games, goals, quantiles: points, mean: points.reduce((sum, each) => sum + each, 0) / points.length },
})

/** Half of the games survive at a value of −10, all at 10. */
function stageOf(sum: number, goals: readonly number[], changes: Partial<Stage> = {}): Stage {
  return {
    ...{ rank: 5, decider: 'search', sum, games: 100 },
    survival: { values: [-10, 10], shares: [0.5, 1], games: [100, 100] },
    survivors: outcomes(goals, [0, 1000, 2000]),
    others: outcomes([0.2, 0], [0, 50, 100], 30),
    ...changes,
  }
}

const calibration = { stages: [stageOf(40, [0.98, 0.6, 0.1]), stageOf(60, [1, 0.8, 0.2])] }

const at = (text: string, score = 1000) => ({ board: parseBoard(text), score })
const on40 = at('5300000000000000')
const on50 = at('5410000000000000')
const search = (value: number) => ({ value, decider: 'search' }) as const

it('mixes what follows survival with what follows its opposite', () => {
  expect(expectationOf(calibration, on40, search(10))!.chance).toMatchObject({ rank: 7, share: 0.6 })
  const { chance } = expectationOf(calibration, on40, search(0))!
  expect(chance!.rank).toBe(6) // the goal that was certain is in doubt
  expect(chance!.share).toBeCloseTo(0.75 * 0.98 + 0.25 * 0.2)
})

it('is constant beyond the last knot, and between stages linear in the sum', () => {
  expect(expectationOf(calibration, on40, search(-1e9))!.chance!.share).toBeCloseTo(0.5 * 0.98 + 0.5 * 0.2)
  expect(expectationOf(calibration, on40, search(1e9))!.chance!.share).toBe(0.6)
  expect(expectationOf(calibration, on50, search(10))!.chance!.share).toBeCloseTo(0.7)
  expect(expectationOf(calibration, at('5555000000000000'), search(10))!.chance!.share).toBeCloseTo(0.8)
})

it('has Wilson’s interval where one share decides, and a wider one where few games do', () => {
  const sure = { values: [0], shares: [1], games: [1e9] }
  const plain = { stages: [stageOf(40, [0.5, 0], { survival: sure, games: 100 })] }
  const [low, high] = expectationOf(plain, on40, search(0))!.chance!.interval
  const [low0, high0] = wilsonInterval(50, 100)
  expect(low).toBeCloseTo(low0, 3)
  expect(high).toBeCloseTo(high0, 3)
  const width = (games: number) => {
    const few = { values: [0], shares: [0.5], games: [games] }
    const { interval } = expectationOf({ stages: [stageOf(40, [0.9, 0], { survival: few })] }, on40, search(0))!.chance!
    return interval[1] - interval[0]
  }
  expect(width(3)).toBeGreaterThan(1.5 * width(30))
})

it('expects the mean of the mixture, and its 10 % and 90 % quantiles', () => {
  expect(expectationOf(calibration, on40, search(10))!.points).toEqual({ mean: 2000, interval: [1200, 2800] })
  // half of 0 … 100 and half of 0 … 2000: x / 200 + x / 4000 = 0.1, and 0.5 + x / 4000 = 0.9
  const { mean, interval } = expectationOf(calibration, on40, search(-10))!.points
  expect(mean).toBe(1525)
  expect(interval[0]).toBeCloseTo(1000 + 0.1 / (1 / 200 + 1 / 4000), -0.5)
  expect(Math.abs(interval[1] - 2600)).toBeLessThanOrEqual(1)
})

it('does not know a largest tile or a decider that too few games had', () => {
  expect(expectationOf(calibration, at('6300000000000000'), search(0))).toBeUndefined()
  expect(expectationOf(calibration, on40, { value: 0, decider: 'expert' })).toBeUndefined()
})

it('compares moves by the goal that is in doubt after the best of them', () => {
  const chances = chancesOfMoves(calibration, on40.board, { up: 10, down: -10, left: null }, 'search')!
  expect(chances.up).toMatchObject({ rank: 7, share: 0.6 })
  expect(chances.down).toMatchObject({ rank: 7, share: 0.3 })
  expect(chances.left).toBeNull()
  expect(chancesOfMoves(calibration, on40.board, { up: -10, down: 10, left: null }, 'search')).toEqual({
    ...{ up: chances.down, down: chances.up, left: null },
  })
})

it('expects the points of games that did not survive also where they are the most', () => {
  const rich = { stages: [stageOf(40, [0.98, 0.6], { others: outcomes([0.2, 0], [0, 5000, 10_000]) })] }
  // half of 0 … 2000 and half of 0 … 10,000
  const [low, high] = expectationOf(rich, on40, search(-10))!.points.interval
  expect(Math.abs(low - 1000 - 0.1 / (1 / 4000 + 1 / 20_000))).toBeLessThanOrEqual(1)
  expect(Math.abs(high - 9000)).toBeLessThanOrEqual(1)
})

it('knows the value of a lost board from curves that begin there, with a chance of 0', () => {
  expect(lostIn(calibration, on40.board)).toBeUndefined()
  const survival = { values: [-1e9, -10, 10], shares: [0, 0.5, 1], games: [9, 9, 9] }
  expect(lostIn({ stages: [stageOf(40, [0.9, 0], { survival })] }, on40.board)).toBe(-1e9)
})

describe('below the lowest value of its games', () => {
  const survival = { values: [0, 100, 200], shares: [0, 0.5, 1], games: [90, 90, 90] }
  const stages = [stageOf(40, [0.9, 0], { survival })]
  const at40 = (value: number, losses?: readonly LossCurve[]) =>
    expectationOf({ stages, ...(losses && { losses }) }, on40, search(value))!.chance!

  it('a chance is uncertain, and its interval reaches up to that of the lowest value', () => {
    const [lowest, lower] = [at40(100), at40(50)]
    expect(lowest.uncertain).toBeUndefined()
    expect(lower).toMatchObject({ uncertain: true, interval: [expect.any(Number), lowest.interval[1]] })
    expect(lower.share).toBeLessThan(lowest.share)
    expect(lower.interval[0]).toBeLessThan(lowest.interval[0])
    expect([at40(94), at40(99)].map(({ uncertain }) => uncertain)).toEqual([true, undefined]) // 0.9 · 0.5 falls by 0.02 at 95.6
  })

  it('it is certain where such a value measures the probability of a lost board', () => {
    const curve = { goal: 6, pairs: 40, ownLosses: [1], losses: [0.1] }
    expect(at40(50, [curve]).uncertain).toBe(true)
    expect(at40(50, [curve, { ...curve, most: 30 }])).not.toHaveProperty('uncertain')
    expect(at40(50, [{ ...curve, most: 30 }]).interval[1]).toBeLessThan(at40(100).interval[1])
  })

  it('it is so only if neither of two stages had such a value', () => {
    const other = stageOf(60, [0.9, 0], { survival: { ...survival, values: [0, 40, 200] } })
    const between = (value: number) => expectationOf({ stages: [...stages, other] }, on50, search(value))!.chance!.uncertain
    expect([between(35), between(41)]).toEqual([true, undefined])
  })
})

it('takes a lost board as lost if its value is below those of the games, but for one in a hundred', () => {
  const position = { rank: 5, sum: 40, score: 0, weight: 1 }
  const games = (below: number): SampledGame[] => [
    {
      ...{ score: 0, rank: 5, sum: 40 },
      positions: [
        ...Array.from({ length: 200 }, (_, i) => ({ ...position, ...search(i < below ? -1 : i === 199 ? 0 : 1) })),
        ...Array.from({ length: 9 }, () => ({ ...position, value: -1, decider: 'expert' as const })),
      ],
    },
  ]
  expect(lostBelow(games(2), 0)).toBe(0)
  expect(lostBelow(games(3), 0)).toBeUndefined()
  expect(lostBelow(games(200), -1)).toBe(-1)
  expect(lostBelow(games(0), undefined)).toBeUndefined()
})
