/** How far two means lie apart. */
import { CONFIDENCE, type Interval } from './intervals'
import { momentsOf } from './moments'
import { tQuantile } from './studentT'

export interface MeanDifference {
  readonly means: readonly [one: number, other: number]
  /** mean of the one − mean of the other */
  readonly difference: number
  readonly interval: Interval
  /** Standard error of the difference. */
  readonly standardError: number
}

/**
 * Welch's interval for independent samples of unequal variances:
 * x̄ − ȳ ± t((1 + level)/2; ν)·√(s²x/n + s²y/m), ν = (s²x/n + s²y/m)² / ((s²x/n)²/(n − 1) + (s²y/m)²/(m − 1)).
 *
 * Source: B. L. Welch, "The generalization of 'Student's' problem when several different population variances are
 * involved", Biometrika 34 (1947).
 *
 * @param one at least two values, as `other`
 * @param level of the interval
 */
export function meanDifference(one: readonly number[], other: readonly number[], level = CONFIDENCE): MeanDifference {
  const { means, difference, standardError, freedom } = welch(one, other)
  const half = standardError === 0 ? 0 : tQuantile(freedom, (1 - level) / 2) * standardError
  return { means, difference, interval: [difference - half, difference + half], standardError }
}

/** Degrees of freedom ν as above; NaN where neither sample varies. */
export function welch(
  one: readonly number[],
  other: readonly number[],
): Omit<MeanDifference, 'interval'> & { readonly freedom: number } {
  const [a, b] = [momentsOf(one), momentsOf(other)]
  const [va, vb] = [a.variance / a.n, b.variance / b.n] // of the means
  const freedom = (va + vb) ** 2 / (va ** 2 / (a.n - 1) + vb ** 2 / (b.n - 1))
  return { means: [a.mean, b.mean], difference: a.mean - b.mean, standardError: Math.sqrt(va + vb), freedom }
}
