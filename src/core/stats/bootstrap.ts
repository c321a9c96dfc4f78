/** Intervals of a mean from resamples of its values. */
import { mean, quantile } from 'simple-statistics'
import { createRandom, type Random } from '../random'
import { momentsOf } from './moments'
import { normalQuantile, normalTail } from './normal'

type Ends = readonly [low: number, high: number]

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

interface Resampling {
  readonly seed: number
  readonly resamples: number
  readonly level: number
}

/**
 * Bias-corrected and accelerated percentiles of the means of resamples.
 *
 * Source: Efron and Tibshirani, 14.3, eqs. 14.9 to 14.15; of a mean, the acceleration of the jackknife is Σd³/6(Σd²)^1.5 of the deviations.
 */
export function bcaInterval(values: readonly number[], { seed, resamples, level }: Resampling): Ends {
  const centre = mean([...values])
  const deviations = Float64Array.from(values, value => value - centre)
  const random = createRandom(seed)
  const offs = Array.from({ length: resamples }, () => resample(deviations, random)[0]).sort((a, b) => a - b)
  const below = offs.filter(off => off < 0).length + offs.filter(off => off === 0).length / 2
  if (below === 0 || below === resamples) return [centre, centre]
  const bias = normalQuantile(below / resamples)
  const power = (exponent: number) => deviations.reduce((sum, each) => sum + each ** exponent, 0)
  const acceleration = power(3) / (6 * power(2) ** 1.5)
  const [low, high] = [(1 - level) / 2, (1 + level) / 2].map(p => {
    const z = bias + normalQuantile(p)
    return centre + quantile(offs, 1 - normalTail(bias + z / (1 - acceleration * z)))
  })
  return [low!, high!]
}

/** Mean and standard deviation of as many of them, drawn with replacement. */
function resample(deviations: Float64Array, random: Random): readonly [mean: number, spread: number] {
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
