import { describe, expect, test } from 'vitest'
import { createRandom, drawNormal } from '../../../src/core/random'
import { finish } from '../../../src/core/sliced'
import { LEAF, growForest, predicted, type Rows } from '../../../src/core/stats/forest'
import type { ScaledRange } from '../../../src/core/stats/weightScale'
import { CONTOUR_CELLS, contourOf, modelOf } from '../../../src/core/tuning/fitnessModel'

const RANGE: ScaledRange = { min: 0, max: 10, scale: 'linear' }
const RANGES = [RANGE, RANGE, RANGE]

/** Evaluations at random weights, whose fitness is a function of them with noise. */
function rowsOf(count: number, fitness: (weights: readonly number[]) => number, noise = 1): Rows {
  const random = createRandom(5)
  const columns = RANGES.map(() => Float64Array.from({ length: count }, () => 10 * random.next()))
  const values = Float64Array.from({ length: count }, (_, row) => {
    const its = columns.map(column => column[row]!)
    return fitness(its) + noise * drawNormal(random)
  })
  return { columns, values }
}

const model = (rows: Rows, seed = 1) => finish(modelOf(rows, RANGES, seed))!

describe('a forest', () => {
  test('predicts the mean where nothing varies, and steps where a column does', () => {
    const flat = { columns: [new Float64Array(50).fill(3)], values: Float64Array.from({ length: 50 }, (_, i) => i % 2) }
    const none = finish(growForest(flat, createRandom(1)))
    expect(none.every(({ value }) => value.length === 1)).toBe(true)
    expect(predicted(none, Float64Array.of(3))).toBeCloseTo(0.5, 1)
    const step = {
      columns: [Float64Array.from({ length: 50 }, (_, i) => i)],
      values: Float64Array.from({ length: 50 }, (_, i) => (i < 25 ? 2 : 7)),
    }
    const forest = finish(growForest(step, createRandom(1)))
    expect([predicted(forest, Float64Array.of(5)), predicted(forest, Float64Array.of(45))]).toEqual([2, 7])
  })

  test('has no leaf of fewer rows than it may, so that no single row is followed', () => {
    const values = Float64Array.from({ length: 4 * LEAF }, (_, i) => (i === 0 ? 1000 : 0))
    const forest = finish(growForest({ columns: [Float64Array.from(values.keys())], values }, createRandom(2)))
    // a row can be drawn more than once: of LEAF draws at most all
    for (const { value } of forest) expect(value.filter((_, node) => node > 0).length).toBeLessThanOrEqual(2 * (4 - 1))
    expect(predicted(forest, Float64Array.of(0))).toBeLessThan(600)
  })
})

describe('the importance of a weight', () => {
  test('is the larger the more the fitness depends on it, and about none for one that does not matter', () => {
    const { explained, weights } = model(rowsOf(800, ([a, b]) => 3 * a! + b!))
    expect(explained).toBeGreaterThan(0.9)
    const [a, b, c] = weights.map(({ share }) => share)
    expect(a).toBeGreaterThan(3 * b!)
    expect(b).toBeGreaterThan(0.02)
    expect(c).toBeLessThan(0.01)
    expect(a! + b! + c!).toBeCloseTo(1, 12)
  })

  test('is nothing where luck decides: evaluations held out show it', () => {
    const { explained } = model(rowsOf(400, () => 0))
    expect(explained).toBeLessThan(0.05)
  })

  test('is the same for the same seed, and about the same for another', () => {
    const rows = rowsOf(400, ([a, b]) => a! * b!)
    expect(model(rows).weights).toEqual(model(rows).weights)
    expect(model(rows, 2).weights).not.toEqual(model(rows).weights)
    for (const [d, { share }] of model(rows, 2).weights.entries()) expect(share).toBeCloseTo(model(rows).weights[d]!.share, 1)
  })

  test('needs 200 evaluations', () => {
    expect(
      finish(
        modelOf(
          rowsOf(199, ([a]) => a!),
          RANGES,
          1,
        ),
      ),
    ).toBeUndefined()
    expect(
      finish(
        modelOf(
          rowsOf(200, ([a]) => a!),
          RANGES,
          1,
        ),
      ),
    ).toBeDefined()
  })

  test('says which bound the best tenth presses against, on any scale', () => {
    const rows = rowsOf(400, ([a, b]) => 100 - a! - Math.abs(b! - 5), 0)
    const clamped = { ...rows, columns: [rows.columns[0]!.map(a => Math.max(0, a - 3)), ...rows.columns.slice(1)] }
    const values = clamped.values.map((_, row) => 100 - clamped.columns[0]![row]! - Math.abs(clamped.columns[1]![row]! - 5) / 100)
    const [a, b] = model({ ...clamped, values }).weights
    expect([a!.atMin, a!.atMax]).toEqual([1, 0])
    expect([b!.atMin, b!.atMax]).toEqual([0, 0])
  })
})

describe('a contour', () => {
  test('rises with the weights that raise the fitness, and is level along one that does not matter', () => {
    const [across, up] = CONTOUR_CELLS
    const its = model(rowsOf(800, ([a, b]) => 3 * a! + b!))
    const means = finish(contourOf(its, RANGES, 0, 1))
    expect([means.length, means[0]!.length]).toEqual([up, across])
    const [lowest, rightmost, uppermost, highest] = [
      means[0]![0]!,
      means[0]![across - 1]!,
      means[up - 1]![0]!,
      means[up - 1]![across - 1]!,
    ]
    expect(lowest).toBeLessThan(6)
    expect(highest).toBeGreaterThan(34)
    expect(rightmost - lowest).toBeGreaterThan(2 * (uppermost - lowest))
    const level = finish(contourOf(its, RANGES, 2, 0))
    for (const line of level) expect(Math.max(...line) - Math.min(...line)).toBeLessThan(1.5)
    // with the axes exchanged it is turned over
    expect(finish(contourOf(its, RANGES, 1, 0))).toHaveLength(up)
  })

  test('averages over the weights that it does not show', () => {
    const its = model(rowsOf(1000, ([a, b, c]) => a! + b! + 10 * c!, 0.1))
    const middle = finish(contourOf(its, RANGES, 0, 1))[CONTOUR_CELLS[1] / 2]![CONTOUR_CELLS[0] / 2]!
    const shown = its.heldOut.columns[2]!.slice(0, 50)
    const mean = shown.reduce((sum, c) => sum + c, 0) / shown.length
    expect(middle / (10 + 10 * mean)).toBeCloseTo(1, 1)
  })
})
