/** A match that ends as soon as it is decided: the generalised sequential probability ratio test of win, draw and loss. */
import type { Results } from '../../../src/core/stats/elo'

/** Expected score, 0 … 1, of a player with this Elo advantage. Source: A. Elo, "The Rating of Chessplayers, Past and Present" (1978). */
export function scoreOfElo(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400))
}

/** Declared before the first game. */
export interface MatchBounds {
  /** The hypothesis of at most this Elo difference … */
  readonly elo0: number
  /** … or of at least this one, above `elo0`. */
  readonly elo1: number
  /** Probability of accepting `elo1` if `elo0` is true, below ½. */
  readonly alpha: number
  /** Probability of the reverse error. */
  readonly beta: number
}

interface MatchTest {
  /** Logarithm of the likelihood ratio. */
  readonly llr: number
  /** Bounds that decide for `elo0` and `elo1`. */
  readonly bounds: readonly [low: number, high: number]
  readonly accepted: 'elo0' | 'elo1' | 'none'
}

/** Count of a result that has not occurred yet: without it, a likelihood may be 0. Same value as fishtest. */
const NOT_YET = 1e-3
const STEPS = 100

/**
 * Each hypothesis is the likeliest distribution of the results that has its score. With results a(i) of shares p(i) these have
 * p(i)/(1 + x·(a(i) − s)), where x is the root of Σp(i)·(a(i) − s)/(1 + x·(a(i) − s)). The error rates are those of Wald's bounds ln(β/(1 − α)), ln((1 − β)/α), nearly:
 * docs/statistics.md has them simulated. It may be asked after every game or pair.
 *
 * Sources: A. Wald, "Sequential tests of statistical hypotheses", Ann. Math. Statist. 16 (1945); X. Li, J. Liu and Z. Ying, "Generalized sequential probability ratio test for
 * separate families of hypotheses", Sequential Analysis 33 (2014); as fishtest, https://github.com/official-stockfish/fishtest/wiki/Fishtest-Mathematics;
 * of the likeliest distribution A. B. Owen, "Empirical Likelihood" (2001), 2.9.
 */
export function gsprt(results: Results, { elo0, elo1, alpha, beta }: MatchBounds): MatchTest {
  const best = results.length - 1
  const counts = results.map(count => Math.max(count, NOT_YET))
  const distances = (elo: number) => counts.map((_, i) => i / best - scoreOfElo(elo))
  const [d0, d1] = [distances(elo0), distances(elo1)]
  const [x0, x1] = [tiltOf(counts, d0), tiltOf(counts, d1)]
  const llr = counts.reduce((sum, count, i) => sum + count * Math.log((1 + x0 * d0[i]!) / (1 + x1 * d1[i]!)), 0)
  const bounds = [Math.log(beta / (1 - alpha)), Math.log((1 - beta) / alpha)] as const
  return { llr, bounds, accepted: llr <= bounds[0] ? 'elo0' : llr >= bounds[1] ? 'elo1' : 'none' }
}

/** The root x, by bisection: the sum falls from ∞ to −∞ between the poles of its lowest and highest result. */
function tiltOf(counts: readonly number[], distances: readonly number[]): number {
  let [low, high] = [-1 / distances.at(-1)!, -1 / distances[0]!]
  for (let step = 0; step < STEPS; step++) {
    const x = (low + high) / 2
    const sum = counts.reduce((total, count, i) => total + (count * distances[i]!) / (1 + x * distances[i]!), 0)
    if (sum > 0) low = x
    else high = x
  }
  return (low + high) / 2
}
