/** Intervals of a mean that hold at all looks at once: games may be added for any time, also after a look. */
import { CONFIDENCE, type Interval } from './intervals'
import { momentsOf, type Moments } from './summary'

/** Halvings of the range in which an end lies: 2⁻⁴⁰ is beyond what is shown. */
const HALVINGS = 40
/** From here on Stirling's series is exact to 1e-10. */
const STIRLING_FROM = 20

/**
 * Values before the first interval: from here on it holds for scores as skewed as those of games (docs/statistics.md). Zeros do not count.
 * Two settings that seldom matter play most games alike, and most of the others with nearly the same score: more of these are needed before
 * their spread is known.
 */
export const BURN_IN = 10
/** For values of which some are 0. */
export const SPARSE_BURN_IN = 50
/** Number of values at which the interval is narrowest, relative to one with a fixed number of values. */
const TIGHTEST = 50

interface SequenceOptions {
  /** Probability that every interval of the sequence holds the mean. */
  readonly level?: number
  /** No interval of fewer values that are not 0; at least 2. */
  readonly burnIn?: number
}

/**
 * The interval of the mean after these values. With probability `level`, all intervals from the burn-in on hold the mean.
 * @param values in the order of arrival
 * @returns `null` before the burn-in
 */
export function confidenceSequence(values: readonly number[], options?: SequenceOptions): Interval | null {
  return confidenceSequenceOf(momentsOf(values), options)
}

/**
 * The same from the moments: x̄ ± s·√((n − 1)/n · (K − 1)/(1 − K/r)), r = 1 + nρ², K = (r/α²)^(1/n), where that is defined. These are the means
 * that a t test of the mixture of effect sizes N(0, ρ²) has never rejected (Ville's inequality). Exact for normal values; for others as n grows,
 * when it is the asymptotic confidence sequence x̄ ± s·√((nρ² + 1)/(n²ρ²) · ln((nρ² + 1)/α²)).
 *
 * Sources: I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas, "Time-uniform central limit theory and asymptotic confidence
 * sequences", Ann. Statist. 52 (2024), theorem 2.2, and eq. 14 of S. R. Howard, A. Ramdas, J. McAuliffe and J. Sekhon, "Time-uniform,
 * nonparametric, nonasymptotic confidence sequences", Ann. Statist. 49 (2021); for an estimated spread the Bayes factor of M. Gönen, W. O. Johnson,
 * Y. Lu and P. H. Westfall, "The Bayesian two-sample t test", Am. Stat. 59 (2005), which is a martingale: H. Wang and A. Ramdas,
 * "Anytime-valid t-tests and confidence sequences for Gaussian means with unknown variance", Sequential Analysis 44 (2025).
 */
export function confidenceSequenceOf(
  { n, nonzero, mean, variance }: Moments,
  { level = CONFIDENCE, burnIn = BURN_IN }: SequenceOptions = {},
): Interval | null {
  if (nonzero < Math.max(2, nonzero < n ? SPARSE_BURN_IN : 0, burnIn)) return null
  const twice = -2 * Math.log(1 - level)
  const rho2 = (twice + Math.log(twice) + 1) / TIGHTEST // eq. 11 of Waudby-Smith et al.
  const r = 1 + n * rho2
  const grown = Math.expm1((Math.log(r) + twice) / n) // K − 1
  const shrunk = 1 - (grown + 1) / r
  if (shrunk <= 0) return null
  const half = Math.sqrt((variance * (n - 1) * grown) / shrunk / n)
  return [mean - half, mean + half]
}

/** An interval for a single look, and one that is valid at every look. */
interface TwoIntervals {
  readonly interval: Interval | null
  /** Absent if it was not computed. */
  readonly always?: Interval | null
}

/** The interval that holds after this many looks. */
export function intervalAfter(looks: number, { interval, always }: TwoIntervals): Interval | null {
  return looks > 1 ? (always ?? null) : interval
}

/**
 * The interval of a share after these trials; with probability `level` all intervals of the sequence hold it, for any number of trials. Exact,
 * and valid however the number was chosen, as by the time that the trials took. The shares p for which
 * ∫ qˢ(1 − q)ᶠ dq / (pˢ(1 − p)ᶠ) < 1/α, with s successes and f = trials − s: at the true p that is a martingale of mean 1.
 * No trials: [0, 1]. About 1.8 times as wide as Wilson's interval for 400 trials.
 *
 * Sources: J. Ville, "Étude critique de la notion de collectif" (1939); H. Robbins, "Statistical methods related to the law of the iterated
 * logarithm", Ann. Math. Stat. 41 (1970), eq. 9 and 10: the uniform mixture.
 */
export function shareSequence(successes: number, trials: number, level = CONFIDENCE): Interval {
  const failures = trials - successes
  const share = trials === 0 ? 0.5 : successes / trials
  const mixture = logFactorial(successes) + logFactorial(failures) - logFactorial(trials + 1)
  const isInside = (p: number): boolean => mixture - power(p, successes) - power(1 - p, failures) < -Math.log(1 - level)
  /** The boundary between a share inside and one outside. */
  const boundary = (inside: number, outside: number): number => {
    if (isInside(outside)) return outside
    for (let i = 0; i < HALVINGS; i++) {
      const middle = (inside + outside) / 2
      if (isInside(middle)) inside = middle
      else outside = middle
    }
    return outside
  }
  return [boundary(share, 0), boundary(share, 1)]
}

/** log pⁿ, with 0⁰ = 1. */
function power(p: number, n: number): number {
  return n === 0 ? 0 : n * Math.log(p)
}

function logFactorial(n: number): number {
  if (n < STIRLING_FROM) {
    let product = 1
    for (let i = 2; i <= n; i++) product *= i
    return Math.log(product)
  }
  return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * n) - 1 / (360 * n ** 3) + 1 / (1260 * n ** 5)
}
