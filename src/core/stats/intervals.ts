/** 95 % intervals, unless told otherwise: no average of games is shown without one. */
import { mean, quantile, sampleStandardDeviation } from 'simple-statistics'
import { createRandom } from '../random'
import { finish } from '../sliced'
import { momentsOf } from './moments'
import { normalQuantile } from './normalQuantile'
import { tQuantile } from './studentT'

/** Closed, low ≤ high. */
export type Interval = readonly [low: number, high: number]

/** The level of an interval unless another is asked for. */
export const CONFIDENCE = 0.95
/** The standard normal distribution's 0.975 quantile. */
export const Z = 1.959963984540054

const RESAMPLES = 10_000
/** Values drawn for one interval at most; more values are resampled less often. */
const MOST_DRAWS = 5e6
/** And before other work has its turn. */
const DRAWS_IN_STEP = 50_000
/** Percentiles of fewer resamples than this are noisier than the normal approximation is wrong. */
const FEWEST_RESAMPLES = 1_000

/**
 * Wilson's score interval of a share, here 95 %:
 * (p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) / (1 + z²/n) with p = successes / trials. It stays within 0 … 1 and does not
 * collapse at 0 or all successes. No trials: [0, 1].
 *
 * Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927);
 * as method 3 of R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statist. Med. 17 (1998).
 */
export function wilsonInterval(successes: number, trials: number): Interval {
  if (trials === 0) return [0, 1]
  const share = successes / trials
  const z2 = Z ** 2 / trials
  const centre = (share + z2 / 2) / (1 + z2)
  const half = (Z / (1 + z2)) * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials))
  // the two ends are exactly 0 and 1 there, which rounding would miss
  return [successes === 0 ? 0 : centre - half, successes === trials ? 1 : centre + half]
}

/**
 * Student's interval of the mean: x̄ ± t((1 + level)/2; n − 1)·s/√n. One value says nothing: (−∞, ∞).
 *
 * Source: "Student" (W. S. Gosset), "The probable error of a mean", Biometrika 6 (1908).
 *
 * @param values at least one
 */
export function tInterval(values: readonly number[], level = CONFIDENCE): Interval {
  const { n, mean, variance } = momentsOf(values)
  if (n < 2) return [-Infinity, Infinity]
  const half = tQuantile(n - 1, (1 - level) / 2) * Math.sqrt(variance / n)
  return [mean - half, mean + half]
}

/**
 * Percentile bootstrap of the mean: the 2.5 % and 97.5 % quantiles of the means of 10,000 resamples drawn with
 * replacement. Fewer resamples, n·resamples ≤ 5·10^6, for more than 500 values; for more than 5,000 the normal
 * interval mean ± z·s/√n, which the bootstrap's tends to. One value is its own interval: nothing is known of its spread.
 * A tenth of a second of work at most.
 *
 * Source: B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
 *
 * @param values at least one
 * @param seed same values and seed, same interval
 * @param wanted resamples, where they can be afforded
 * @param level 0.95 for 95 %; up to 0.99: of a thousand resamples five are then beyond each end, and further out are too few
 */
export function meanInterval(values: readonly number[], seed: number, wanted = RESAMPLES, level = CONFIDENCE): Interval {
  return finish(meanIntervalSteps(values, seed, wanted, level))
}

/** The same interval in steps of about a millisecond, for where other work must have its turn. */
export function* meanIntervalSteps(
  values: readonly number[],
  seed: number,
  wanted = RESAMPLES,
  level = CONFIDENCE,
): Generator<void, Interval> {
  const n = values.length
  const affordable = Math.floor(MOST_DRAWS / n)
  if (affordable < FEWEST_RESAMPLES) return normalInterval(values, level)
  const resamples = Math.min(wanted, affordable)
  const random = createRandom(seed)
  const means: number[] = []
  for (let drawn = 0; means.length < resamples; drawn += n) {
    if (drawn >= DRAWS_IN_STEP) {
      yield
      drawn = 0
    }
    let sum = 0
    for (let i = 0; i < n; i++) sum += values[random.below(n)]!
    means.push(sum / n)
  }
  yield
  const [low, high] = quantile(means, [(1 - level) / 2, (1 + level) / 2])
  return [low!, high!]
}

function normalInterval(values: readonly number[], level: number): Interval {
  const centre = mean(values)
  const half = (normalQuantile((1 + level) / 2) * sampleStandardDeviation(values)) / Math.sqrt(values.length)
  return [centre - half, centre + half]
}
