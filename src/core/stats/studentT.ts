/** Student's t distribution. */
import { gammaln } from 'simple-statistics'
import { normalQuantile } from './normal'

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
