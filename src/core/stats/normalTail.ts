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
