/** Shares of draws that count no more. */
const NEGLIGIBLE = -40

/**
 * Mean of the largest of k draws, with replacement, from n values: Σ x(i)·((i/n)^k − ((i − 1)/n)^k) over the values in their order. It cannot exceed
 * the largest value: of many more draws than values it is too low.
 *
 * @param sorted upwards, at least one
 */
export function expectedMaximum(sorted: ArrayLike<number>, draws: number): number {
  const n = sorted.length
  let sum = 0
  let atMost = 1 // (i/n)^k
  for (let i = n; i > 0; i--) {
    const logarithm = draws * Math.log((i - 1) / n)
    const below = logarithm < NEGLIGIBLE ? 0 : Math.exp(logarithm)
    sum += sorted[i - 1]! * (atMost - below)
    if (below === 0) break
    atMost = below
  }
  return sum
}
