/** Strength from matches that are won, drawn and lost. */
import { boundedInterval, wilsonInterval, type Interval } from './intervals'
import { mean as meanOf } from './summary'

/**
 * The count of each result, the worst first: losses, draws and wins of single games, or the five sums of pairs of games (0, ½, 1, 1½, 2)
 * with the same start and sides changed. The two games of a pair depend on each other, so their sums must be counted.
 */
export type Results = readonly [number, number, number] | readonly [number, number, number, number, number]

interface Elo {
  readonly elo: number
  readonly interval: Interval
}

/** ±∞ at 0 and 1. */
export function eloOfScore(score: number): number {
  return 400 * Math.log10(score / (1 - score))
}

/**
 * Elo difference with an interval that also holds for few pairs of games: of the mean score, with `boundedInterval`, so an end is infinite
 * only if all points were won or lost. If all pairs have the same sum, their variance carries no information, and the interval is Wilson's
 * with the pairs as trials, which holds for any results of this mean.
 * @param pairs count of each sum, as in `Results`; two or more pairs in total
 */
export function eloOfPairs(pairs: Results): Elo {
  const scores = pairs.flatMap((count, i) => Array<number>(count).fill(i / (pairs.length - 1)))
  const mean = meanOf(scores)
  const [low, high] = boundedInterval(scores, [0, 1]) ?? wilsonInterval(mean * scores.length, scores.length)
  return { elo: eloOfScore(mean), interval: [eloOfScore(low), eloOfScore(high)] }
}
