/** A two-sided test for a difference between two players, for a number of games that was fixed before the first. */
import { momentsOf } from './moments'
import { tTail } from './studentT'

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
