/** Logarithm below which a share of draws is negligible. */
const NEGLIGIBLE = -40

/**
 * Mean of the largest of k draws, with replacement, from n values: Σ x(i)·((i/n)^k − ((i − 1)/n)^k) over the sorted values. It cannot
 * exceed the largest value, so it is too low for many more draws than values.
 * @param sorted ascending, at least one
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
