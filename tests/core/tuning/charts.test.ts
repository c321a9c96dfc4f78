/** The points of Tune's charts against those of a program in Python, from the exported evaluations of a run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { binned, binsOf, stepFor } from '../../../src/core/growingColumns'
import { finish } from '../../../src/core/sliced'
import { mean, median, quantile } from '../../../src/core/stats/summary'
import { contourOf, modelOf, type WeightImportance } from '../../../src/core/tuning/fitnessModel'
import { resamplingSeed } from '../../../src/core/tuning/seeds'

interface Batch {
  readonly mean: number
  readonly median: number
  readonly p10: number
  readonly p90: number
  readonly gbest: number
}

interface Golden {
  readonly batches: readonly Batch[]
  readonly bins: readonly Omit<Batch, 'median' | 'gbest'>[]
  readonly explained: readonly [number]
  readonly weights: readonly WeightImportance[]
  readonly contour: readonly (readonly number[])[]
  readonly sklearn: readonly number[]
}

const GOLDEN = join(import.meta.dirname, '../../golden')
const golden = JSON.parse(readFileSync(join(GOLDEN, 'charts.json'), 'utf8')) as Golden
const cells = readFileSync(join(GOLDEN, 'evaluations.csv'), 'utf8').trimEnd().split('\n').slice(1)
const evaluations = cells.map(line => line.split(',').map(Number))
const [, iterations, ...numbers] = Array.from({ length: 7 }, (_, column) => evaluations.map(row => row[column]!))
const [weights, fitness] = [numbers.slice(0, 4), numbers[4]!]
const rows = { columns: weights.map(column => Float64Array.from(column)), values: Float64Array.from(fitness) }
const ranges = weights.map(() => ({ min: 0, max: 10, scale: 'linear' as const }))
const model = finish(modelOf(rows, ranges, resamplingSeed(1)))!

/** Equal but for the order in which numbers were added. */
function expectClose(found: readonly number[], wanted: readonly number[]): void {
  expect(found).toHaveLength(wanted.length)
  for (const [i, value] of found.entries()) expect(value).toBeCloseTo(wanted[i]!, 8)
}

test('the curves of progress are the statistics of each batch', () => {
  const batches = golden.batches.map((_, batch) => fitness.filter((_, row) => iterations![row] === batch))
  expectClose(
    batches.map(mean),
    golden.batches.map(each => each.mean),
  )
  expectClose(
    batches.map(median),
    golden.batches.map(each => each.median),
  )
  for (const [end, p] of [
    ['p10', 0.1],
    ['p90', 0.9],
  ] as const)
    expectClose(
      batches.map(batch => quantile(batch, p)),
      golden.batches.map(each => each[end]),
    )
})

test('in bins they are the mean of the means, and the medians of the ends of the bands', () => {
  const places = golden.batches.map((_, place) => place)
  const bins = golden.bins.map((_, bin) => places.slice(4 * bin, 4 * bin + 4))
  expectClose(
    binned(
      golden.batches.map(each => each.mean),
      bins,
      mean,
    ).map(Number),
    golden.bins.map(each => each.mean),
  )
  for (const end of ['p10', 'p90'] as const)
    expectClose(
      binned(
        golden.batches.map(each => each[end]),
        bins,
        median,
      ).map(Number),
      golden.bins.map(each => each[end]),
    )
})

test('a curve of more than 200 points is drawn in bins of a power of two, also of a thinned one; a shorter one as it is', () => {
  const upTo = (count: number, step = 1) => Array.from({ length: count }, (_, i) => i * step)
  expect(binsOf(upTo(200))).toEqual({ width: 1, bins: upTo(200).map(place => [place]) })
  for (const [count, step] of [
    [201, 1],
    [5000, 16],
    [701, 4],
  ] as const) {
    const thinned = [...upTo(Math.ceil((count - 1) / step), step), count - 1]
    const { width, bins } = binsOf(thinned)
    expect(width).toBe(stepFor(count, 200))
    expect(bins.length).toBeLessThanOrEqual(201)
    expect(bins.flat()).toEqual(upTo(thinned.length))
    for (const bin of bins) expect(new Set(bin.map(place => Math.floor(thinned[place]! / width))).size).toBe(1)
  }
  expect(
    binned(
      [1, null, 3, null, null],
      [
        [0, 1, 2],
        [3, 4],
      ],
      mean,
    ),
  ).toEqual([2, null])
})

test('importance, what the weights explain, and the shares at bounds are those of the forest grown from its definition', () => {
  expect(model.explained).toBeCloseTo(golden.explained[0], 8)
  for (const field of ['loss', 'share', 'atMin', 'atMax'] as const)
    expectClose(
      model.weights.map(each => each[field]),
      golden.weights.map(each => each[field]),
    )
})

test('every cell of a contour is its mean', () => {
  expectClose(finish(contourOf(model, ranges, 1, 3)).flat(), golden.contour.flat())
})

test('weights have the order of importance that scikit-learn gives them, wherever it differs by more than 0.05', () => {
  const models = Array.from({ length: 20 }, (_, seed) => finish(modelOf(rows, ranges, seed))!)
  const losses = ranges.map((_, d) => median(models.map(its => its.weights[d]!.loss)))
  for (const [a, one] of golden.sklearn.entries())
    for (const [b, other] of golden.sklearn.entries()) if (one - other > 0.05) expect(losses[a]).toBeGreaterThan(losses[b]!)
})
