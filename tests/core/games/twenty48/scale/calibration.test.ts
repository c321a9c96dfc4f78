import { expect, it } from 'vitest'
import { parseBoard } from '../../../../../src/core/games/twenty48/notation'
import {
  chancesOfMoves,
  expectationOf,
  type Calibration,
  type Stage,
} from '../../../../../src/core/games/twenty48/scale/calibration'

const curve = (...knots: readonly (readonly [value: number, share: number])[]) => ({
  values: knots.map(([value]) => value),
  shares: knots.map(([, share]) => share),
  lows: knots.map(([, share]) => Math.max(0, share - 0.1)),
  highs: knots.map(([, share]) => Math.min(1, share + 0.1)),
})

function stageOf(sum: number, extra: number): Stage {
  return {
    rank: 5,
    decider: 'search',
    sum,
    games: 100,
    goals: [curve([0, 0.98]), curve([-10, 0.2], [10, 0.6 + extra]), curve([0, 0])],
    points: { values: [-10, 10], means: [100, 200 + 1000 * extra], lows: [50, 80], highs: [150, 400] },
  }
}

const calibration: Calibration = {
  player: '0123456789abcdef',
  limits: { depth: 1 },
  games: 100,
  seed: 1,
  stages: [stageOf(40, 0), stageOf(60, 0.2)],
  reliability: { bins: [], brier: 0, baseBrier: 0, coverage: 0 },
}

const at = (text: string, score = 1000) => ({ board: parseBoard(text), score })
const on40 = at('5300000000000000')
const on50 = at('5410000000000000')
const search = (value: number) => ({ value, decider: 'search' }) as const

it('gives the chance of the first tile in doubt, linear between knots', () => {
  const found = expectationOf(calibration, on40, search(0))!
  expect(found.chance!.rank).toBe(7)
  expect(found.chance!.share).toBeCloseTo(0.4)
  expect(found.chance!.interval[0]).toBeCloseTo(0.3)
  expect(found.chance!.interval[1]).toBeCloseTo(0.5)
  expect(found.points).toEqual({ mean: 1150, interval: [1065, 1275] })
})

it('is constant beyond the last knot, and between the first and last stage linear in the sum', () => {
  expect(expectationOf(calibration, on40, search(-1e9))!.chance!.share).toBeCloseTo(0.2)
  expect(expectationOf(calibration, on40, search(1e9))!.chance!.share).toBeCloseTo(0.6)
  expect(expectationOf(calibration, on50, search(10))!.chance!.share).toBeCloseTo(0.7)
  expect(expectationOf(calibration, at('5555000000000000'), search(10))!.chance!.share).toBeCloseTo(0.8)
})

it('does not know a largest tile or a decider that no game had', () => {
  expect(expectationOf(calibration, at('6300000000000000'), search(0))).toBeUndefined()
  expect(expectationOf(calibration, on40, { value: 0, decider: 'expert' })).toBeUndefined()
})

it('compares moves by the goal that is in doubt after the best of them', () => {
  const high = {
    ...calibration,
    stages: [{ ...stageOf(40, 0), goals: [curve([-10, 0.5], [10, 0.98]), curve([-10, 0.1], [10, 0.6])] }],
  }
  const chances = chancesOfMoves(high, on40.board, { up: 10, down: -10, left: null }, 'search')!
  expect(chances.up).toMatchObject({ rank: 7, share: 0.6 })
  expect(chances.down).toMatchObject({ rank: 7, share: 0.1 })
  expect(chances.left).toBeNull()
})
