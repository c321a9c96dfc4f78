/** Intervals of a mean from resamples of its values. */
import { quantile } from 'simple-statistics'
import { createRandom, type Random } from '../random'
import { momentsOf } from './moments'

export type Ends = readonly [low: number, high: number]

/** Values drawn between two pauses: about a millisecond. */
const DRAWS_IN_STEP = 50_000

/**
 * Bootstrap-t: x̄ − q(1 − α/2)·s/√n … x̄ − q(α/2)·s/√n, where q(p) are quantiles, over resamples, of (mean of the resample − x̄) over the
 * resample's own standard error. Resamples that do not vary are drawn again.
 *
 * Source: B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), 12.5.
 *
 * @returns `undefined` where the values do not vary
 */
export function* bootstrapTSteps(
  values: readonly number[],
  { seed, resamples, level }: Resampling,
): Generator<void, Ends | undefined> {
  const { n, mean: centre, variance } = momentsOf(values)
  if (variance === 0) return undefined
  const deviations = Float64Array.from(values, value => value - centre)
  const random = createRandom(seed)
  const ts: number[] = []
  for (let drawn = 0; ts.length < resamples; drawn += n) {
    if (drawn >= DRAWS_IN_STEP) {
      yield
      drawn = 0
    }
    const [off, spread] = resample(deviations, random)
    if (spread > 0) ts.push((off * Math.sqrt(n)) / spread)
  }
  yield
  const [low, high] = quantile(ts, [(1 - level) / 2, (1 + level) / 2]) as [number, number]
  const error = Math.sqrt(variance / n)
  return [centre - high * error, centre - low * error]
}

export interface Resampling {
  readonly seed: number
  readonly resamples: number
  readonly level: number
}

/** Mean and standard deviation of as many of them, drawn with replacement. */
export function resample(deviations: Float64Array, random: Random): readonly [mean: number, spread: number] {
  const n = deviations.length
  let sum = 0
  let squares = 0
  for (let i = 0; i < n; i++) {
    const each = deviations[random.below(n)]!
    sum += each
    squares += each * each
  }
  // a remainder of rounding is no spread
  const variance = (squares - (sum * sum) / n) / (n - 1)
  return [sum / n, variance > 1e-12 * squares ? Math.sqrt(variance) : 0]
}
