import { describe, expect, test } from 'vitest'
import { parseBoard } from '../../../../../src/core/games/twenty48/notation'
import { judgeMoves } from '../../../../../src/core/games/twenty48/scale/judgedMoves'
import {
  chanceKept,
  fitLosses,
  lossAt as lossAndError,
  type LossCurve,
  type LossSample,
} from '../../../../../src/core/games/twenty48/scale/lossCurve'
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

const lossAt = (curves: readonly LossCurve[] | undefined, goal: number, ownLoss: number) =>
  lossAndError(curves, goal, ownLoss).loss

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
    expect([39, 40].map(count => fitLosses(samplesOf(count)).length)).toEqual([0, 1])
    const other = { goal: 13, pairs: 40, ownLosses: [100], losses: [0.5] }
    expect([8, 11, 13, 16].map(goal => lossAt([...curves, other], goal, 100) === 0.5)).toEqual([false, false, true, true])
    expect(lossAt(curves, 9, 300)).toBe(lossAt(curves, 11, 300))
    expect(lossAt([], 12, 400)).toBe(0)
    expect(lossAt(undefined, 11, 400)).toBe(0)
  })

  test('leaves out own losses that contain lost boards, of which the values say the chance', () => {
    const most = 1000
    const alive = samplesOf(200).map(each => ({ ...each, most }))
    const lost = [1e6, 2e6, 5e7, 1e9].map(ownLoss => ({ goal: 11, ownLoss, loss: 0, most }))
    const [curve, ...others] = fitLosses([...alive, ...lost])
    expect(others).toEqual([])
    expect(curve).toEqual(fitLosses(alive)[0])
    expect(curve).toMatchObject({ pairs: 200, most })
    expect([400, 1000, 1001, 1e6].map(own => lossAt([curve!], 11, own))).toEqual([
      curve!.losses.at(-1),
      curve!.losses.at(-1),
      0,
      0,
    ])
  })

  test('has knots of ten pairs at least, at the median of what they are of, with the error of their loss', () => {
    const near = samplesOf(60)
    const far = [
      { goal: 11, ownLoss: 1e6, loss: 1 },
      { goal: 11, ownLoss: 2e6, loss: 1 },
    ]
    const [curve] = fitLosses([...near, ...far])
    const last = [...near, ...far].toSorted((a, b) => a.ownLoss - b.ownLoss).slice(-10)
    expect(curve!.ownLosses.at(-1)).toBeLessThanOrEqual(400)
    expect(curve!.losses.at(-1)).toBeLessThan(1)
    expect(curve!.losses.at(-1)).toBeGreaterThan(0.25)
    expect(curve!.ownLosses.length).toBeLessThanOrEqual(6)
    expect(last.at(-1)?.ownLoss).toBe(2e6)
    expect(curve!.errors!.at(-1)).toBeGreaterThan(0.02)
    expect(lossAndError([curve!], 11, 5e6)).toEqual({ loss: curve!.losses.at(-1), error: curve!.errors!.at(-1) })
    const from = curve!.ownLosses[0]!
    expect(lossAndError([curve!], 11, from / 2).error).toBeCloseTo(curve!.errors![0]! / 2, 10)
  })

  test('says from where lost boards explain an own loss, by the nearest tile that has one', () => {
    const none = { pairs: 40, ownLosses: [1], losses: [0] }
    const two = [
      { ...none, goal: 8, most: 1000 },
      { ...none, goal: 11, most: 10 },
    ]
    const kept = (goal: number) => chanceKept(two, { goal, lost: -1000 }, 100, 0)
    expect(kept(8)).toBeUndefined()
    expect(kept(12)!.share).toBeCloseTo((1000 / 1100) * 0.8, 9)
    expect(kept(12)!.error).toBeCloseTo((1000 / 1100) * 0.25, 9)
    expect(chanceKept(two, { goal: 12, lost: undefined }, 100, 0)).toBeUndefined()
  })

  test('narrows the interval of a chance with the chance', () => {
    const plain = calibrationOf(5, { goal: 7, from: -10, to: 10, points: 1000 })
    const stages = plain.stages.map(stage => ({ ...stage, games: 30 }))
    const losses = [{ goal: 7, pairs: 100, ownLosses: [0.1], losses: [0.45] }]
    const at = { board: parseBoard('5300000000000000') }
    const judged = judgeMoves(
      at,
      { values: { up: 8, down: 7.9, left: null, right: null } },
      { calibration: { ...plain, stages, losses } },
    )
    const [best, other] = [judged.up!.chance!, judged.down!.chance!]
    expect(other.share).toBeCloseTo(best.share / 2)
    for (const end of [0, 1]) expect(other.interval[end]! - other.share).toBeCloseTo((best.interval[end]! - best.share) / 2, 9)
    expect(best.interval[1] - best.interval[0]).toBeGreaterThan(0.1)
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
    expect(judged.up!.points!.mean - judged.down!.points!.mean).toBe(judged.down!.pointsLoss)
    expect(judged.down!.points!.mean).toBe(750) // as the value has whose chance is 75 %
    const errors = judgeMoves(at, { values }, { calibration: { ...plain, losses: [{ ...curve, errors: [0.05, 0.05] }] } })
    const [low, high] = errors.down!.chance!.interval
    expect(low).toBeCloseTo(0.75 - 1.96 * 0.05, 3)
    expect(high).toBeCloseTo(0.75 + 1.96 * 0.05, 3)
  })
})
