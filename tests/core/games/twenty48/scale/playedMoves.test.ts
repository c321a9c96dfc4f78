import { expect, test } from 'vitest'
import { faceSum } from '../../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../../src/core/games/twenty48/notation'
import { leavingSum, lossSamplesOf, playoutPlan } from '../../../../../src/core/games/twenty48/scale/playedMoves'
import { calibrationOf } from '../../../../support/calibration'

const calibration = calibrationOf(5, { goal: 7, from: -10, to: 10, points: 1000 })
const board = parseBoard('5300000000000000')
const values = { up: null, down: 6, left: 4, right: 6 }
const left = (value: number) => ({ rank: 5, left: { sum: 60, value, decider: 'search' as const } })

test('what moves lose is the difference of their chances after playouts: 0 or 1 at an end, by the calibration where one was left', () => {
  const ends = {
    down: [{ rank: 7 }, { rank: 6 }, { rank: 8 }, { rank: 7 }],
    left: [left(0), left(10), { rank: 6 }, { rank: 5 }],
    right: [{ rank: 7 }, { rank: 7 }, { rank: 7 }, { rank: 7 }],
  }
  // the best is the first of two: its playouts made the tile in 3 of 4; those of left have chances of 0.5, 1, 0 and 0
  const [sample, ...others] = lossSamplesOf(calibration, { board, values, ends }, () => 50)
  expect(others).toEqual([]) // the other has the best's value
  expect(sample).toMatchObject({ goal: 7, ownLoss: 2, most: 50, crowded: false })
  expect(sample!.loss).toBeCloseTo(0.75 - 0.375, 10)
  expect(sample!.byValue).toBeCloseTo(0.1, 10)
  expect(sample!.variance).toBeCloseTo(0.25 / 4 + 0.229_166_666 / 4, 6)
})

test('nothing follows for a board that is not calibrated, and for a move with fewer than two playouts', () => {
  const ends = { down: [{ rank: 7 }, { rank: 6 }], left: [{ rank: 5 }] }
  expect(lossSamplesOf(calibration, { board, values, ends }, () => undefined)).toEqual([])
  const other = parseBoard('6300000000000000')
  expect(lossSamplesOf(calibration, { board: other, values, ends: { ...ends, left: ends.down } }, () => undefined)).toEqual([])
})

test('quick players play to the end, others until the sum of the tiles has grown by 256 or 1/32', () => {
  const [whole, left] = [
    { boards: 600, playouts: 100, whole: true },
    { boards: 240, playouts: 4, whole: false },
  ]
  expect([0, 1, 2, 'distinct' as const].map(depth => playoutPlan({ depth }))).toEqual([whole, whole, left, left])
  expect(leavingSum(board)).toBe(faceSum(board) + 256)
  const large = parseBoard('F00000000000000E')
  expect(leavingSum(large)).toBe(49_152 + 1536)
})
