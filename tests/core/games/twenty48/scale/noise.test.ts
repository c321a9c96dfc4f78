import { describe, expect, test } from 'vitest'
import type { Board } from '../../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../../src/core/games/twenty48/notation'
import type { Stage } from '../../../../../src/core/games/twenty48/scale/calibration'
import { noiseAt, noiseOf, UNMEASURED_NOISE, type NoiseSample } from '../../../../../src/core/games/twenty48/scale/noise'

/** The chance to survive is the value itself; who survives makes the next tile, nobody else does. */
function stage(rank: number): Stage {
  const outcomes = { games: 1000, mean: 0, quantiles: [0, 1] }
  return {
    ...{ rank, decider: 'search', sum: 2 ** rank, games: 1000 },
    survival: { values: [0, 1], shares: [0, 1], games: [1000, 1000] },
    survivors: { ...outcomes, goals: [1, 0] },
    others: { ...outcomes, goals: [0] },
  }
}
const calibration = { stages: [stage(8), stage(10)] }
const boards = {
  8: parseBoard('8321 2100 0000 0000'),
  9: parseBoard('9321 2100 0000 0000'),
  10: parseBoard('A321 2100 0000 0000'),
}

/** A board whose moves up and left change by these from a depth to the next. */
function sample(board: Board, depth: number, up: number, left: number): NoiseSample {
  const values = { up: 0.6, down: null, left: 0.5, right: null }
  return { board, decider: 'search', depth, values, before: { ...values, up: 0.6 - up, left: 0.5 + left } }
}

describe('the noise of a search', () => {
  test('is what 80 % of the chances of moves changed by at most, by largest tile and depth', () => {
    // changes of 0.01, 0.02, … 0.20 in ten boards
    const even = Array.from({ length: 10 }, (_, i) => sample(boards[8], 3, (2 * i + 1) / 100, (2 * i + 2) / 100))
    const still = Array.from({ length: 12 }, () => sample(boards[8], 4, 0, 0))
    const large = Array.from({ length: 10 }, () => sample(boards[10], 3, 0.25, 0.25))
    expect(noiseOf(calibration, [...large, ...still, ...even])).toEqual([
      { rank: 8, depth: 3, boards: 10, change: 0.16 },
      { rank: 8, depth: 4, boards: 12, change: 0 },
      { rank: 10, depth: 3, boards: 10, change: 0.25 },
    ])
  })

  test('is not known of few boards, nor of those that are not calibrated', () => {
    const few = Array.from({ length: 9 }, () => sample(boards[8], 3, 0.1, 0.1))
    const unknown = Array.from({ length: 50 }, () => sample(boards[9], 3, 0.1, 0.1))
    expect(noiseOf(calibration, [...few, ...unknown])).toEqual([])
  })

  test('compares chances of one tile: the one in doubt at the greater depth', () => {
    const far = { ...stage(8), survivors: { ...stage(8).survivors, goals: [1, 0.5, 0] } }
    // at a value of 0.98 the next tile is not in doubt, and the chance of the one after it is 0.49; at 0.6 they are 0.6 and 0.3
    const values = { up: 0.98, down: null, left: null, right: null }
    const samples = Array.from({ length: 10 }, () => ({ ...sample(boards[8], 2, 0, 0), values, before: { ...values, up: 0.6 } }))
    expect(noiseOf({ stages: [far] }, samples)[0]!.change).toBeCloseTo(0.19, 10)
  })

  test('of another board is that of the nearest tile, then of the nearest depth', () => {
    const known = [
      { rank: 8, depth: 3, boards: 50, change: 0.01 },
      { rank: 8, depth: 5, boards: 50, change: 0.005 },
      { rank: 10, depth: 3, boards: 50, change: 0.02 },
    ]
    expect([3, 4, 9].map(depth => noiseAt({ noise: known }, boards[8], depth))).toEqual([0.01, 0.01, 0.005])
    expect(noiseAt({ noise: known }, parseBoard('E321 2100 0000 0000'), 7)).toBe(0.02)
  })

  test('is half a percentage point where it was not measured, not none', () => {
    expect([noiseAt({}, boards[8], 0), noiseAt({ noise: [] }, boards[8], 3)]).toEqual([0.005, 0.005])
  })

  test('is beyond knowing where playouts show that close moves differ by more than 4 points', () => {
    const full = parseBoard('8321 2103 4521 2345')
    const close = (spread: number) => [
      { crowded: true, pairs: 100, spread },
      { crowded: false, pairs: 100, spread: 0.01 },
    ]
    expect(noiseAt({ close: close(0.041) }, full, 3)).toBeNull()
    expect(noiseAt({ close: close(0.039) }, full, 3)).toBe(UNMEASURED_NOISE)
    expect(noiseAt({ close: close(0.5) }, boards[8], 3)).toBe(UNMEASURED_NOISE)
    expect(noiseAt({ close: [{ crowded: false, pairs: 100, spread: 0.2 }] }, boards[8], 3)).toBeNull()
  })
})
