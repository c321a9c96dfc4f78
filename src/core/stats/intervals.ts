/** 95 % intervals by default: the lab shows no average of games without one. */
import { finish } from '../sliced'
import { mean as meanOf, momentsOf } from './summary'
import { tQuantile } from './distributions'
import { quantile } from 'simple-statistics'
import { createRandom, type Random } from '../random'

/** Closed, low ≤ high. */
export type Interval = readonly [low: number, high: number]

/** The part of an interval within a range that the mean cannot leave: it holds the mean as often as the whole. */
export function withinRange<Known extends Interval | null>(interval: Known, range: Interval | undefined): Known | Interval {
  if (!interval || !range) return interval
  const [low, high] = interval.map(end => Math.min(Math.max(end, range[0]), range[1]))
  return [low!, high!]
}

/** Default level of an interval. */
export const CONFIDENCE = 0.95
/** For fewer games the lab shows the games instead of an interval, because no interval of so few has its level. */
export const FEWEST_GAMES = 10
/** The standard normal distribution's 0.975 quantile. */
export const Z = 1.959963984540054

/**
 * Wilson's score interval of a share, here 95 %:
 * (p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) / (1 + z²/n) with p = successes / trials. It stays within 0 … 1 and does not
 * collapse at 0 or all successes. No trials: [0, 1].
 *
 * Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927);
 * as method 3 of R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statist. Med. 17 (1998).
 */
export function wilsonInterval(successes: number, trials: number): Interval {
  if (trials === 0) return [0, 1]
  const share = successes / trials
  const z2 = Z ** 2 / trials
  const centre = (share + z2 / 2) / (1 + z2)
  const half = (Z / (1 + z2)) * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials))
  // the two ends are exactly 0 and 1 there, which rounding would miss
  return [successes === 0 ? 0 : centre - half, successes === trials ? 1 : centre + half]
}

/**
 * Student's interval of the mean: x̄ ± t((1 + level)/2; n − 1)·s/√n. One value says nothing: (−∞, ∞).
 *
 * Source: "Student" (W. S. Gosset), "The probable error of a mean", Biometrika 6 (1908).
 *
 * @param values at least one
 */
export function tInterval(values: readonly number[], level = CONFIDENCE): Interval {
  const { n, mean, variance } = momentsOf(values)
  if (n < 2) return [-Infinity, Infinity]
  const half = tQuantile(n - 1, (1 - level) / 2) * Math.sqrt(variance / n)
  return [mean - half, mean + half]
}

/**
 * Interval of the mean of values of which at least half may be equal, as of pairs of games that are mostly drawn: at each end the further of
 * Student's and of m + d·q, where q is Wilson's interval of the share of values that differ from the commonest one, m, and d the mean
 * difference of those. Student's alone takes one or two values that differ for all that there are: it holds 84 times in 100.
 * All equal: `undefined`, they say nothing of how much others would differ.
 *
 * @param values at least two
 * @param usual the interval of values that are mostly different
 */
export function mostlyEqualInterval(values: readonly number[], usual = tInterval): Interval | undefined {
  const [commonest, count] = commonestOf(values)
  if (count === values.length) return undefined
  const [low, high] = usual(values)
  const others = values.filter(value => value !== commonest)
  if (others.length > count) return [low, high]
  const difference = others.reduce((sum, value) => sum + value - commonest, 0) / others.length
  const ends = wilsonInterval(others.length, values.length).map(share => commonest + difference * share)
  return [Math.min(low, ...ends), Math.max(high, ...ends)]
}

/**
 * Interval of the mean of values that cannot leave a range, as utilities of −1 … 1: it stays within the range. Wilson's interval of the
 * mean as a share of the range, of as many trials as would have the variance of these values, n·p(1 − p)/s², divided by (t/z)², as s² is an
 * estimate. The design effect of `clusteredShare.ts` for any values; far from both ends it is Student's. If at least half of the values are
 * equal: at each end the further one of it and of `mostlyEqualInterval`, which stays within the range too. All equal: `undefined`.
 *
 * @param values at least two, all within the range
 */
export function boundedInterval(values: readonly number[], [least, most]: Interval): Interval | undefined {
  const width = most - least
  return mostlyEqualInterval(values, () => {
    const { n, mean, variance } = momentsOf(values)
    const share = (mean - least) / width
    const trials = (n * share * (1 - share) * width ** 2) / variance / (tQuantile(n - 1, 0.025) / Z) ** 2
    const [low, high] = wilsonInterval(share * trials, trials)
    return [least + width * low, least + width * high]
  })
}

function commonestOf(values: readonly number[]): readonly [value: number, count: number] {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))
}

const RESAMPLES = 10_000
/** Limit of values drawn for one interval; longer lists are resampled less often. */
const MOST_DRAWS = 5e6
/** Largest distance of an end from the mean, in half-widths of Student's interval. */
const MOST_WIDENED = 3
/** With fewer resamples than this, percentiles have more noise than Student's t has error. */
const FEWEST_RESAMPLES = 1_000

/**
 * The lab's interval of a mean: at each end the further of Student's and the bootstrap-t's, and at most three times as far from the mean as Student's. Where few of ten
 * values differ much from the others, some resamples hardly vary, and the bootstrap-t's end has no bound (A. M. Polansky, "Stabilizing bootstrap-t confidence intervals for small
 * samples", Can. J. Stat. 28, 2000). Of scores Student's ends too low on the right, and of few
 * values the bootstrap-t varies; together they hold the mean at least 94 times in 100 from 10 games on (docs/statistics.md). 10,000 resamples, fewer of more
 * than 500 values: n·resamples ≤ 5·10^6; of more than 5,000, Student's alone, which both tend to. A tenth of a second of work at most.
 *
 * @param values two or more; an interval of fewer than `FEWEST_GAMES` is too short, and one of a single value has no end
 * @param seed same values and seed, same interval
 * @param wanted resamples, where they can be afforded
 * @param level 0.95 for 95 %; up to 0.99: of a thousand resamples five are then beyond each end, and further out are too few
 */
export function meanInterval(values: readonly number[], seed: number, wanted = RESAMPLES, level = CONFIDENCE): Interval {
  return finish(meanIntervalSteps(values, seed, wanted, level))
}

/** The same interval in steps of about a millisecond, for where other work must have its turn. */
export function* meanIntervalSteps(
  values: readonly number[],
  seed: number,
  wanted = RESAMPLES,
  level = CONFIDENCE,
): Generator<void, Interval> {
  const student = tInterval(values, level)
  const affordable = Math.floor(MOST_DRAWS / values.length)
  if (affordable < FEWEST_RESAMPLES || values.length < 2) return student
  const resampled = yield* bootstrapTSteps(values, { seed, resamples: Math.min(wanted, affordable), level })
  if (!resampled) return student
  const widening = ((MOST_WIDENED - 1) * (student[1] - student[0])) / 2
  return [
    Math.max(Math.min(student[0], resampled[0]), student[0] - widening),
    Math.min(Math.max(student[1], resampled[1]), student[1] + widening),
  ]
}

/** Successes of some trials, which count with a weight. */
interface Stratum {
  readonly weight: number
  readonly successes: number
  readonly trials: number
}

/**
 * The weighted mean of shares with its 95 % interval, from Wilson's interval of each share.
 * Source: G. Zou, W. Huang and X. Zhang, "A note on confidence interval estimation for a linear function of binomial proportions",
 * Computational Statistics & Data Analysis 53(4), 2009.
 */
export function weightedShare(strata: readonly Stratum[]): { readonly share: number; readonly interval: Interval } {
  const total = strata.reduce((sum, { weight }) => sum + weight, 0)
  let [share, below, above] = [0, 0, 0]
  for (const { weight, successes, trials } of strata) {
    const part = weight / total
    const its = successes / trials
    const [low, high] = wilsonInterval(successes, trials)
    share += part * its
    below += (part * (its - low)) ** 2
    above += (part * (high - its)) ** 2
  }
  return { share, interval: [share - Math.sqrt(below), share + Math.sqrt(above)] }
}

/** Values drawn between two pauses: about a millisecond. */
const DRAWS_IN_STEP = 50_000

/**
 * Bootstrap-t: x̄ − q(1 − α/2)·s/√n … x̄ − q(α/2)·s/√n, where q(p) are quantiles, over resamples, of (mean of the resample − x̄) over the
 * resample's own standard error. Resamples that do not vary are drawn again.
 *
 * Source: B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), 12.5.
 *
 * @returns `undefined` where the values do not vary
 * @throws {RangeError} for values that are not finite, or whose variance is not: no resample of them varies, and it would draw for ever
 */
export function* bootstrapTSteps(
  values: readonly number[],
  { seed, resamples, level }: Resampling,
): Generator<void, Interval | undefined> {
  const { n, mean: centre, variance } = momentsOf(values)
  if (variance === 0) return undefined
  if (!Number.isFinite(variance)) throw new RangeError('values of an interval, and their squares, must be finite')
  const deviations = Float64Array.from(values, value => value - centre)
  const random = createRandom(seed)
  const ts: number[] = []
  for (let drawn = 0; ts.length < resamples; drawn += n) {
    if (drawn >= DRAWS_IN_STEP) {
      yield
      drawn = 0
    }
    const [off, spread] = resample(deviations, random)
    if (spread > 0) ts.push((off * Math.sqrt(n)) / spread)
  }
  yield
  const [low, high] = quantile(ts, [(1 - level) / 2, (1 + level) / 2]) as [number, number]
  const error = Math.sqrt(variance / n)
  return [centre - high * error, centre - low * error]
}

export interface Resampling {
  readonly seed: number
  readonly resamples: number
  readonly level: number
}

/** Mean and standard deviation of as many of them, drawn with replacement. */
export function resample(deviations: Float64Array, random: Random): readonly [mean: number, spread: number] {
  const n = deviations.length
  let sum = 0
  let squares = 0
  for (let i = 0; i < n; i++) {
    const each = deviations[random.below(n)]!
    sum += each
    squares += each * each
  }
  // a remainder of rounding is no spread
  const variance = (squares - (sum * sum) / n) / (n - 1)
  return [sum / n, variance > 1e-12 * squares ? Math.sqrt(variance) : 0]
}

/** The verdict of a comparison on the one against the other; `open`: undecided. */
export type Verdict = 'better' | 'worse' | 'equivalent' | 'open'

/**
 * `equivalent` if the whole interval of the difference lies within ±margin, ends included; otherwise `better` or `worse` if the interval
 * excludes 0. An interval that meets both conditions is `equivalent`: a margin declares in advance which differences do not matter, however
 * certain they are.
 * @param interval of the difference, the one − the other; `null`: not known yet
 * @param margin 0 or more, in the unit of the interval, declared before the games
 */
export function verdictOf(interval: Interval | null, margin: number): Verdict {
  if (!interval) return 'open'
  const [low, high] = interval
  if (-margin <= low && high <= margin) return 'equivalent'
  if (low > 0) return 'better'
  return high < 0 ? 'worse' : 'open'
}

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
