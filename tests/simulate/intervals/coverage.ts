/** How often intervals hold what they are of, in samples drawn from stored games. */
import { createRandom } from '../../../src/core/random'
import { finish } from '../../../src/core/sliced'
import { type Interval, bootstrapTSteps, meanInterval, tInterval, wilsonInterval } from '../../../src/core/stats/intervals'
import { mean, quantile } from '../../../src/core/stats/summary'
import { bcaInterval } from './bca'

export const SIZES = [10, 20, 50, 100, 1000] as const
/** Fewer than the lab has, and of 1,000 games, where they matter least, fewer still. */
const resamplesOf = ({ length }: readonly number[]) => (length < 1000 ? 1000 : 250)
/** Of the lab's own interval and Student's; the others, which are only compared, are measured on a part of the samples. */
const SAMPLES: Readonly<Record<number, number>> = { 10: 8000, 20: 6000, 50: 4000, 100: 3000, 1000: 2000 }
const PART = 4

export interface Population {
  readonly name: string
  readonly values: readonly number[]
}

const INTERVALS = {
  lab: (values: readonly number[], seed: number): Interval => meanInterval(values, seed, resamplesOf(values)),
  student: (values: readonly number[]): Interval => tInterval(values),
  bootstrapT: (values: readonly number[], seed: number): Interval =>
    finish(bootstrapTSteps(values, { seed, resamples: resamplesOf(values), level: 0.95 }))!,
  bca: (values: readonly number[], seed: number): Interval =>
    bcaInterval(values, { seed, resamples: resamplesOf(values), level: 0.95 }),
  percentile,
}
export type IntervalKind = keyof typeof INTERVALS
export const INTERVAL_KINDS = Object.keys(INTERVALS) as IntervalKind[]

export interface Coverage {
  readonly share: number
  readonly samples: number
}

/** @returns by size, by kind of interval */
export function coverageOf({ values }: Population, seed: number): Map<number, Record<IntervalKind, Coverage>> {
  const truth = mean([...values])
  const random = createRandom(seed)
  return new Map(
    SIZES.map(size => {
      const samples = SAMPLES[size]!
      const held = Object.fromEntries(INTERVAL_KINDS.map(kind => [kind, 0])) as Record<IntervalKind, number>
      const countOf = (kind: IntervalKind) => (kind === 'lab' || kind === 'student' ? samples : samples / PART)
      for (let i = 0; i < samples; i++) {
        const sample = Array.from({ length: size }, () => values[random.below(values.length)]!)
        for (const kind of INTERVAL_KINDS) {
          if (i >= countOf(kind)) continue
          const [low, high] = INTERVALS[kind](sample, i)
          if (low <= truth && truth <= high) held[kind]++
        }
      }
      const shares = INTERVAL_KINDS.map(kind => [kind, { share: held[kind] / countOf(kind), samples: countOf(kind) }] as const)
      return [size, Object.fromEntries(shares) as Record<IntervalKind, Coverage>]
    }),
  )
}

export interface BoundEffect {
  /** Shares of the samples that the lab's interval holds the mean of, and that it would hold without its bound. */
  readonly held: number
  readonly unbounded: number
  /** Share of the samples of which an end is cut. */
  readonly cut: number
  /** The furthest end without the bound, in half-widths of Student's interval. */
  readonly furthest: number
}

/** What the bound of the lab's interval changes, by size, for the small ones. */
export function boundEffect({ values }: Population, seed: number): Map<number, BoundEffect> {
  const truth = mean([...values])
  const holds = ([low, high]: Interval) => low <= truth && truth <= high
  return new Map(
    [10, 20].map(size => {
      const random = createRandom(seed)
      let [held, unbounded, cut, furthest] = [0, 0, 0, 0]
      const samples = SAMPLES[size]!
      for (let i = 0; i < samples; i++) {
        const sample = Array.from({ length: size }, () => values[random.below(values.length)]!)
        const [lab, student] = [INTERVALS.lab(sample, i), tInterval(sample)]
        const resampled = finish(bootstrapTSteps(sample, { seed: i, resamples: resamplesOf(sample), level: 0.95 })) ?? student
        const free: Interval = [Math.min(student[0], resampled[0]), Math.max(student[1], resampled[1])]
        const [half, centre] = [(student[1] - student[0]) / 2, (student[0] + student[1]) / 2]
        if (holds(lab)) held++
        if (holds(free)) unbounded++
        if (free[0] < lab[0] || free[1] > lab[1]) cut++
        if (half > 0) furthest = Math.max(furthest, (centre - free[0]) / half, (free[1] - centre) / half)
      }
      return [size, { held: held / samples, unbounded: unbounded / samples, cut: cut / samples, furthest }]
    }),
  )
}

/** What the lab had before. */
function percentile(values: readonly number[], seed: number): Interval {
  const random = createRandom(seed)
  const means = Array.from({ length: resamplesOf(values) }, () => {
    let sum = 0
    for (let i = 0; i < values.length; i++) sum += values[random.below(values.length)]!
    return sum / values.length
  })
  const [low, high] = quantile(means, [0.025, 0.975]) as [number, number]
  return [low, high]
}

/** Exact, from the binomial distribution: how often Wilson's interval holds a share. */
export function wilsonCoverage(share: number, trials: number): number {
  let covered = 0
  let logarithm = trials * Math.log1p(-share)
  for (let k = 0; k <= trials; k++) {
    const [low, high] = wilsonInterval(k, trials)
    if (low <= share && share <= high) covered += Math.exp(logarithm)
    logarithm += Math.log((trials - k) / (k + 1)) + Math.log(share) - Math.log1p(-share)
  }
  return covered
}
