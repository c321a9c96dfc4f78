/** How far two means lie apart. */
import { mean, sampleVariance } from 'simple-statistics'
import { CONFIDENCE, type Interval } from './intervals'
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
  const samples = [one, other].map(values => ({
    mean: mean(values),
    squared: sampleVariance(values) / values.length,
    freedom: values.length - 1,
  })) as [Sample, Sample]
  const [a, b] = samples
  const squared = a.squared + b.squared
  const standardError = Math.sqrt(squared)
  const freedom = squared ** 2 / (a.squared ** 2 / a.freedom + b.squared ** 2 / b.freedom)
  const difference = a.mean - b.mean
  const half = squared === 0 ? 0 : tQuantile(freedom, (1 - level) / 2) * standardError
  return { means: [a.mean, b.mean], difference, interval: [difference - half, difference + half], standardError }
}

interface Sample {
  readonly mean: number
  /** Square of the mean's standard error. */
  readonly squared: number
  readonly freedom: number
}
