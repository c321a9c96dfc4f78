/** Strength from matches that are won, drawn and lost. */
import { boundedInterval, CONFIDENCE, wilsonInterval, type Interval } from './intervals'
import { normalQuantile, normalTail } from './normal'

/**
 * The count of each result, the worst first: losses, draws and wins of single games, or the five sums of pairs of games (0, ½, 1, 1½, 2)
 * with the same start and sides changed. The two games of a pair depend on each other, so their sums must be counted.
 */
export type Results = readonly [number, number, number] | readonly [number, number, number, number, number]

export interface Elo {
  readonly elo: number
  readonly interval: Interval
  /** Probability that the one is stronger, if both were equally likely before. */
  readonly superiority: number
}

/** Expected score, 0 … 1, of a player with this Elo advantage. Source: A. Elo, "The Rating of Chessplayers, Past and Present" (1978). */
export function scoreOfElo(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400))
}

/** ±∞ at 0 and 1. */
export function eloOfScore(score: number): number {
  return 400 * Math.log10(score / (1 - score))
}

/**
 * Elo difference of the one above the other: of the mean score, with the normal interval of the score, x̄ ± z·√(σ²/N), brought to Elo; σ² is that of the N games or
 * pairs (of five results the "pentanomial" variance). Infinite where an end reaches 0 or 1.
 *
 * Source: fishtest, the test server of Stockfish, https://github.com/official-stockfish/fishtest/wiki/Fishtest-Mathematics.
 *
 * @param results of at least one game or pair
 */
export function eloOf(results: Results, level = CONFIDENCE): Elo {
  const { n, mean, variance } = scoreOf(results)
  const error = Math.sqrt(variance / n)
  const half = normalQuantile((1 + level) / 2) * error
  const bound = (score: number) => eloOfScore(Math.max(0, Math.min(1, score)))
  return {
    elo: eloOfScore(mean),
    interval: [bound(mean - half), bound(mean + half)],
    superiority: error === 0 ? Number(mean > 0.5) || (mean === 0.5 ? 0.5 : 0) : 1 - normalTail((mean - 0.5) / error),
  }
}

/** Mean result as a share of the best one, and its variance. */
function scoreOf(results: Results): { readonly n: number; readonly mean: number; readonly variance: number } {
  const n = results.reduce<number>((sum, count) => sum + count, 0)
  const best = results.length - 1
  const mean = results.reduce<number>((sum, count, i) => sum + (count * i) / best, 0) / n
  const variance = results.reduce<number>((sum, count, i) => sum + count * (i / best - mean) ** 2, 0) / n
  return { n, mean, variance }
}

/**
 * Elo difference with an interval that also holds for few pairs of games: of the mean score, with `boundedInterval`, so an end is infinite
 * only if all points were won or lost. If all pairs have the same sum, their variance carries no information, and the interval is Wilson's
 * with the pairs as trials, which holds for any results of this mean.
 * @param pairs count of each sum, as in `Results`; two or more pairs in total
 */
export function eloOfPairs(pairs: Results): Pick<Elo, 'elo' | 'interval'> {
  const { n, mean } = scoreOf(pairs)
  const scores = pairs.flatMap((count, i) => Array<number>(count).fill(i / (pairs.length - 1)))
  const [low, high] = boundedInterval(scores, [0, 1]) ?? wilsonInterval(mean * n, n)
  return { elo: eloOfScore(mean), interval: [eloOfScore(low), eloOfScore(high)] }
}
