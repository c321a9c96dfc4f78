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
