/** Two-sided tests for a difference between two players, for a number of games that was fixed before the first. */
import { momentsOf } from './moments'
import { normalTail } from './normal'
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

/**
 * That two means are equal, of independent samples with unequal variances: t = (x̄ − ȳ)/√(s²x/n + s²y/m), with
 * ν = (s²x/n + s²y/m)² / ((s²x/n)²/(n − 1) + (s²y/m)²/(m − 1)) degrees of freedom.
 *
 * Source: B. L. Welch, "The generalization of 'Student's' problem when several different population variances are
 * involved", Biometrika 34 (1947).
 *
 * @param one at least two values, as `other`
 */
export function welchT(one: readonly number[], other: readonly number[]): TTest {
  const [a, b] = [momentsOf(one), momentsOf(other)]
  const [va, vb] = [a.variance / a.n, b.variance / b.n] // of the means
  const freedom = (va + vb) ** 2 / (va ** 2 / (a.n - 1) + vb ** 2 / (b.n - 1))
  return tested(a.mean - b.mean, Math.sqrt(va + vb), freedom)
}

function tested(difference: number, standardError: number, freedom: number): TTest {
  if (difference === 0) return { t: 0, freedom, p: 1 }
  const t = difference / standardError
  return { t, freedom, p: Number.isFinite(t) ? 2 * tTail(freedom, Math.abs(t)) : 0 }
}

interface MannWhitney {
  /** Pairs in which the one is larger; equal pairs count half. */
  readonly u: number
  readonly p: number
  /** A = P(X > Y) + ½P(X = Y): the probability that a game of the one beats a game of the other; ½ without a difference. */
  readonly effect: number
}

/**
 * That a value of the one is as often above a value of the other as below: the normal approximation with a correction for ties
 * and one for continuity, for eight values of each or more.
 *
 * Sources: H. B. Mann and D. R. Whitney, "On a test of whether one of two random variables is stochastically larger than the other", Ann. Math. Statist.
 * 18 (1947); of the effect size A. Vargha and H. D. Delaney, "A critique and improvement of the CL common language effect size
 * statistics of McGraw and Wong", J. Educ. Behav. Stat. 25 (2000).
 *
 * @param one at least one value, as `other`
 */
export function mannWhitney(one: readonly number[], other: readonly number[]): MannWhitney {
  const [n, m] = [one.length, other.length]
  const all = [...one.map(value => ({ value, isOne: true })), ...other.map(value => ({ value, isOne: false }))]
  all.sort((a, b) => a.value - b.value)
  let rankSum = 0
  let tied = 0
  for (let from = 0, to = 0; from < all.length; from = to) {
    while (to < all.length && all[to]!.value === all[from]!.value) to++
    const rank = (from + 1 + to) / 2
    for (let i = from; i < to; i++) if (all[i]!.isOne) rankSum += rank
    tied += (to - from) ** 3 - (to - from)
  }
  const u = rankSum - (n * (n + 1)) / 2
  const total = n + m
  const spread = Math.sqrt(((n * m) / 12) * (total + 1 - tied / (total * (total - 1))))
  const away = Math.abs(u - (n * m) / 2) - 0.5
  const p = spread === 0 ? 1 : Math.min(1, 2 * normalTail(away / spread))
  return { u, p, effect: u / (n * m) }
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
