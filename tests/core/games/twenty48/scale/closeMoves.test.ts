import { expect, test } from 'vitest'
import { parseBoard } from '../../../../../src/core/games/twenty48/notation'
import { closeMovesOf, isCrowded } from '../../../../../src/core/games/twenty48/scale/closeMoves'
import { judgeMoves } from '../../../../../src/core/games/twenty48/scale/judgedMoves'
import type { LossSample } from '../../../../../src/core/games/twenty48/scale/lossCurve'
import { createRandom } from '../../../../../src/core/random'
import { calibrationOf } from '../../../../support/calibration'

/** Pairs that truly differ by this, measured by so many playouts of which half make the tile. */
function samplesOf(count: number, crowded: boolean, difference: number, playouts: number): LossSample[] {
  const random = createRandom(3)
  const share = (of: number) =>
    Array.from({ length: playouts }, () => Number(random.next() < of)).reduce((a, b) => a + b, 0) / playouts
  return Array.from({ length: count }, (_, i) => {
    const loss = share(0.5 + (i % 2 === 0 ? difference : -difference)) - share(0.5)
    return { goal: 11, ownLoss: 1, loss, variance: 0.5 / playouts, byValue: 0.01, crowded }
  })
}

test('the spread of close moves does not contain the error of the playouts', () => {
  const samples = [...samplesOf(400, true, 0.1, 20), ...samplesOf(400, false, 0, 20)]
  const [crowded, others] = closeMovesOf(samples, [])
  expect(crowded).toMatchObject({ crowded: true, pairs: 400 })
  expect(Math.abs(crowded!.spread - 0.1)).toBeLessThan(0.025)
  expect(others).toMatchObject({ crowded: false, pairs: 400 })
  expect(others!.spread).toBeLessThan(0.05) // the standard error of the playouts is 0.16
})

test('pairs that are not called close do not count, and few say nothing', () => {
  const [far] = samplesOf(1, true, 0.3, 20)
  const near = samplesOf(30, true, 0, 1000)
  expect(closeMovesOf([...near, { ...far!, byValue: 0.02 }], [])[0]).toMatchObject({ pairs: 30 })
  const curve = { goal: 11, pairs: 100, ownLosses: [0.5, 1], losses: [0, 0.05] }
  expect(closeMovesOf(near, [curve])).toEqual([])
  expect(closeMovesOf([...near, { ...near[0]!, ownLoss: 5, most: 4 }], [])[0]).toMatchObject({ pairs: 30 }) // a risk
  expect(closeMovesOf(near.slice(1), [])).toEqual([])
})

test('a board with at most one empty cell is crowded', () => {
  expect(isCrowded(parseBoard('1212 2121 1212 2120'))).toBe(true)
  expect(isCrowded(parseBoard('1212 2121 1212 2100'))).toBe(false)
})

test('where close moves differ much, none is called equal, but one of the same value and one that loses more are judged', () => {
  const plain = calibrationOf(5, { goal: 7, from: -10, to: 10, points: 1000 })
  const calibration = { ...plain, close: [{ crowded: true, pairs: 50, spread: 0.1 }] }
  const at = { board: parseBoard('5343212123212342') }
  const judged = judgeMoves(at, { values: { up: 8, down: 8, left: 7.9, right: 4 } }, { calibration })
  expect(judged.up!.class).toBe('equal')
  expect(judged.down!.class).toBe('equal')
  expect(judged.left!.loss).toBeCloseTo(0.005)
  expect(judged.left).not.toHaveProperty('class')
  expect(judged.right!.class).toBe('blunder')
})
