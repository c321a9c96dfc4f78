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
