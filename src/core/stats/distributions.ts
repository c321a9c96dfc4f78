/** The normal distribution, Student's t, and tests of a difference between two players, for a number of games fixed before the first. */
import { gammaln } from 'simple-statistics'
import { momentsOf } from './summary'

type Rational = readonly [numerator: readonly number[], denominator: readonly number[]]

/** Coefficients from the constant on. */
const CENTRE: Rational = [
  [
    3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125, 45921.953931549871457,
    67265.770927008700853, 33430.575583588128105, 2509.0809287301226727,
  ],
  [
    1, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867, 39307.89580009271061,
    28729.085735721942674, 5226.495278852854561,
  ],
]
const SIDE: Rational = [
  [
    1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504, 1.27045825245236838258,
    0.24178072517745061177, 0.0227238449892691845833, 7.7454501427834140764e-4,
  ],
  [
    1, 2.05319162663775882187, 1.6763848301838038494, 0.68976733498510000455, 0.14810397642748007459, 0.0151986665636164571966,
    5.475938084995344946e-4, 1.05075007164441684324e-9,
  ],
]
const TAIL: Rational = [
  [
    6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 0.29656057182850489123, 0.026532189526576123093,
    0.0012426609473880784386, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
  ],
  [
    1, 0.59983220655588793769, 0.13692988092273580531, 0.0148753612908506148525, 7.868691311456132591e-4,
    1.8463183175100546818e-5, 1.4215117583164458887e-7, 2.04426310338993978564e-15,
  ],
]

/**
 * The p-quantile of the standard normal distribution, 0 < p < 1, to about 16 digits.
 *
 * Source: M. J. Wichura, "Algorithm AS 241: the percentage points of the normal distribution", Appl. Statist. 37 (1988), PPND16;
 * all coefficients are from there.
 */
export function normalQuantile(p: number): number {
  const q = p - 0.5
  if (Math.abs(q) <= 0.425) return q * ratio(CENTRE, 0.180625 - q * q)
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p))
  return Math.sign(q) * (r <= 5 ? ratio(SIDE, r - 1.6) : ratio(TAIL, r - 5))
}

function ratio([numerator, denominator]: Rational, x: number): number {
  return polynomial(numerator, x) / polynomial(denominator, x)
}

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0)
}

/** Where the continued fraction replaces the series. */
const FAR = 2.5
const TERMS = 200

/**
 * The share of the standard normal distribution above z, to about 14 digits: from its series near 0 and Laplace's continued fraction further out.
 *
 * Sources: G. Marsaglia, "Evaluating the normal distribution", J. Stat. Softw. 11 (2004); Abramowitz and Stegun, 26.2.14.
 */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z)
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  if (z > FAR) {
    let fraction = z
    for (let k = TERMS; k > 0; k--) fraction = z + k / fraction
    return density / fraction
  }
  let sum = 0
  for (let term = z, k = 1; k < TERMS && sum + term !== sum; k++, term *= (z * z) / (2 * k - 1)) sum += term
  return 0.5 - density * sum
}

/** Relative change of a step below which the quantile cannot improve. */
const CLOSE_ENOUGH = 1e-14
const MOST_STEPS = 60
/** From here on the expansion is more precise than gamma functions of such large numbers. */
const MANY = 1e5

/**
 * The t with a share `tail` of the distribution above it, for degrees of freedom from 1 on, whole or not: to 12 digits up to a thousand of
 * them and from 10^5 on, to 9 in between. Newton's steps on the logarithms of t and of the tail, which are nearly linear far out.
 * @param tail above 0, up to 0.4
 */
export function tQuantile(freedom: number, tail: number): number {
  if (freedom >= MANY) return expandedQuantile(freedom, -normalQuantile(tail))
  let t = normalQuantile(1 - tail)
  for (let i = 0; i < MOST_STEPS; i++) {
    const above = tTail(freedom, t)
    const step = (Math.log(above / tail) * above) / (t * tDensity(freedom, t))
    t *= Math.exp(Math.min(step, 1))
    if (Math.abs(step) < CLOSE_ENOUGH) break
  }
  return t
}

/** Expansion in powers of 1/ν around the normal quantile x. Source: Abramowitz and Stegun, 26.7.5. */
function expandedQuantile(freedom: number, x: number): number {
  return x + (x ** 3 + x) / 4 / freedom + (5 * x ** 5 + 16 * x ** 3 + 3 * x) / 96 / freedom ** 2
}

/** The share above t ≥ 0: I_x(ν/2, ½)/2 at x = ν/(ν + t²). Source: M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions" (1964), 26.7.1 with 26.5.2. */
export function tTail(freedom: number, t: number): number {
  return incompleteBeta(freedom / 2, 0.5, freedom, t * t) / 2
}

function tDensity(freedom: number, t: number): number {
  const logarithm = gammaln((freedom + 1) / 2) - gammaln(freedom / 2) - ((freedom + 1) / 2) * Math.log1p((t * t) / freedom)
  return Math.exp(logarithm) / Math.sqrt(freedom * Math.PI)
}

/** I_x(a, b) at x = p/(p + q): both parts are given, as 1 − x would lose digits. */
function incompleteBeta(a: number, b: number, p: number, q: number): number {
  const x = p / (p + q)
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, q, p)
  const front = a * Math.log(x) + b * Math.log(q / (p + q)) - gammaln(a) - gammaln(b) + gammaln(a + b)
  return (Math.exp(front) * betaFraction(a, b, x)) / a
}

/** A number small enough to be negligible. */
const TINY = 1e-300
const MOST_TERMS = 100_000

/** The continued fraction of I_x(a, b), by Lentz's method. Source: W. H. Press et al., "Numerical Recipes", 3rd ed. (2007), 6.4.5. */
function betaFraction(a: number, b: number, x: number): number {
  const away = (value: number) => (Math.abs(value) < TINY ? TINY : value)
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m < MOST_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return fraction
}

interface TTest {
  readonly t: number
  /** Degrees of freedom. */
  readonly freedom: number
  readonly p: number
}

/** Null hypothesis: the mean difference of pairs is 0. @param differences at least two; if all are 0, t = 0 and p = 1 */
export function pairedT(differences: readonly number[]): TTest {
  const { n, mean, variance } = momentsOf(differences)
  return tested(mean, Math.sqrt(variance / n), n - 1)
}

/** A mean of independent values. */
export interface MeasuredMean {
  readonly n: number
  readonly mean: number
  /** Standard error of the mean. */
  readonly error: number
}

export interface MeanDifference extends TTest {
  /** Places of the two among the means; the difference is a − b. */
  readonly a: number
  readonly b: number
  readonly difference: number
  /** Holds together with those of all other pairs (Bonferroni). */
  readonly interval: readonly [low: number, high: number]
  /** The p-value, adjusted for all pairs. */
  readonly holm: number
}

/**
 * Differences of all pairs of independent means by Welch's t test, with Holm's correction.
 *
 * Source: B. L. Welch, "The generalization of Student's problem when several different population variances are involved",
 * Biometrika 34 (1947).
 *
 * @param means each of two values or more
 * @param level at which the intervals hold together
 */
export function pairwiseDifferences(means: readonly MeasuredMean[], level: number): readonly MeanDifference[] {
  const pairs = means.flatMap((_, a) => means.slice(a + 1).map((_, i) => ({ a, b: a + 1 + i })))
  const tests = pairs.map(({ a, b }) => {
    const [one, other] = [means[a]!, means[b]!]
    const [x, y] = [one.error ** 2, other.error ** 2]
    const freedom = x + y === 0 ? Infinity : (x + y) ** 2 / (x ** 2 / (one.n - 1) + y ** 2 / (other.n - 1))
    const [difference, error] = [one.mean - other.mean, Math.sqrt(x + y)]
    const half = error === 0 ? 0 : tQuantile(freedom, (1 - level) / pairs.length / 2) * error
    const interval = [difference - half, difference + half] as const
    return { a, b, difference, interval, ...tested(difference, error, freedom) }
  })
  const adjusted = holm(tests.map(({ p }) => p))
  return tests.map((test, i) => ({ ...test, holm: adjusted[i]! }))
}

function tested(difference: number, standardError: number, freedom: number): TTest {
  if (difference === 0) return { t: 0, freedom, p: 1 }
  const t = difference / standardError
  return { t, freedom, p: Number.isFinite(t) ? 2 * tTail(freedom, Math.abs(t)) : 0 }
}

/**
 * P-values of several tests, adjusted so that all that are ≤ α may be rejected with a chance of at most α that any of them is true:
 * the k-th smallest of m becomes the largest of (m − j + 1)·p(j), j ≤ k, at most 1. In the order in which they were given.
 *
 * Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Statist. 6 (1979).
 */
export function holm(ps: readonly number[]): number[] {
  const adjusted = Array<number>(ps.length)
  let largest = 0
  for (const [rank, index] of ps
    .map((_, i) => i)
    .sort((a, b) => ps[a]! - ps[b]!)
    .entries()) {
    largest = Math.max(largest, Math.min(1, (ps.length - rank) * ps[index]!))
    adjusted[index] = largest
  }
  return adjusted
}
