import { describe, expect, test } from 'vitest'
import { parseBoard } from '../../../../../src/core/games/twenty48/notation'
import { judgeMoves } from '../../../../../src/core/games/twenty48/scale/judgedMoves'
import { fitLosses, lossAt, type LossSample } from '../../../../../src/core/games/twenty48/scale/lossCurve'
import { createRandom } from '../../../../../src/core/random'
import { calibrationOf } from '../../../../support/calibration'

/** Pairs whose true loss is 0 up to an own loss of 100, then grows by 0.001 for each; measured with errors of at most 0.1. */
function samplesOf(count: number): Pick<LossSample, 'goal' | 'ownLoss' | 'loss'>[] {
  const random = createRandom(5)
  return Array.from({ length: count }, () => {
    const ownLoss = 1 + random.below(400)
    const error = (random.below(201) - 100) / 1000
    return { goal: 11, ownLoss, loss: Math.max(0, ownLoss - 100) / 1000 + error }
  })
}

describe('the curve of losses', () => {
  const curves = fitLosses(samplesOf(2000))

  test.each([20, 80, 150, 200, 300, 390])('finds the loss of a move that is worse by %i', ownLoss => {
    expect(Math.abs(lossAt(curves, 11, ownLoss) - Math.max(0, ownLoss - 100) / 1000)).toBeLessThan(0.025)
  })

  test('begins at 0, never falls, and is constant beyond its end', () => {
    expect(lossAt(curves, 11, 0)).toBe(0)
    const losses = Array.from({ length: 500 }, (_, own) => lossAt(curves, 11, own))
    expect(losses).toEqual(losses.toSorted((a, b) => a - b))
    expect(losses[499]).toBe(curves[0]!.losses.at(-1))
  })

  test('is of enough pairs, and serves tiles that have none; without any nothing is known to be lost', () => {
    expect(fitLosses(samplesOf(39))).toEqual([])
    const other = { goal: 13, pairs: 40, ownLosses: [100], losses: [0.5] }
    expect([8, 11, 13, 16].map(goal => lossAt([...curves, other], goal, 100) === 0.5)).toEqual([false, false, true, true])
    expect(lossAt(curves, 9, 300)).toBe(lossAt(curves, 11, 300))
    expect(lossAt([], 12, 400)).toBe(0)
    expect(lossAt(undefined, 11, 400)).toBe(0)
  })

  test('lowers the chance of a move below what its value says, never raises it', () => {
    const plain = calibrationOf(5, { goal: 7, from: -10, to: 10, points: 1000 })
    const at = { board: parseBoard('5300000000000000') }
    const values = { up: 8, down: 7.9, left: 4, right: null }
    const curve = { goal: 7, pairs: 100, ownLosses: [0.1, 4], losses: [0.15, 0.16] }
    const judged = judgeMoves(at, { values }, { calibration: { ...plain, losses: [curve] } })
    expect(judged.down).toMatchObject({ class: 'blunder', loss: expect.closeTo(0.15, 6) as number })
    expect(judged.down!.chance!.share).toBeCloseTo(0.75)
    expect(judged.left!.loss).toBeCloseTo(0.2) // by the values
    expect(judged.up).toMatchObject({ class: 'equal', loss: 0 })
  })
})
