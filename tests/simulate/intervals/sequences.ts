/** How often a verdict is wrong that may be given after every ten games. */
import { createRandom } from '../../../src/core/random'
import { BURN_IN, confidenceSequenceOf } from '../../../src/core/stats/confidenceSequence'
import { type Interval, type Verdict, tInterval, verdictOf, wilsonInterval } from '../../../src/core/stats/intervals'
import { RunningMoments, mean } from '../../../src/core/stats/summary'
import type { Population } from './coverage'

export const COMPARISONS = 2000
export const LONGEST = 2000
const EVERY = 10

export interface WrongVerdicts {
  readonly wrong: number
  /** With its 95 % interval. */
  readonly share: number
  readonly interval: Interval
  /** Of the same games, with an interval for one look only. */
  readonly oneLook: number
}

/** Differences moved to a mean of 0: each `better` or `worse` is wrong. @param seed of the drawing */
export function wrongVerdicts(population: Population, seed: number): WrongVerdicts {
  return wrongAt(population, 0, verdict => verdict !== 'open', seed)
}

/** Differences with a mean at the margin: each `equivalent` is wrong. @param margin as a share of their standard deviation */
export function wrongEquivalence(population: Population, margin: number, seed: number): WrongVerdicts {
  const all = new RunningMoments()
  for (const value of population.values) all.add(value)
  return wrongAt(population, margin * Math.sqrt(all.variance), verdict => verdict === 'equivalent', seed)
}

/** Differences as they are, most of them 0: each interval without their mean is wrong. */
export function leftOut({ values }: Population, seed: number): WrongVerdicts {
  const truth = mean([...values])
  return wrongOf(values, interval => interval !== null && (interval[0] > truth || interval[1] < truth), seed)
}

/** Comparisons of which the mean difference is the margin. */
function wrongAt({ values }: Population, margin: number, isWrong: (verdict: Verdict) => boolean, seed: number): WrongVerdicts {
  const truth = mean([...values])
  const moved = values.map(value => value - truth + margin)
  return wrongOf(moved, interval => isWrong(verdictOf(interval, margin)), seed)
}

/** In how many comparisons of values that are drawn from these some interval is wrong. */
function wrongOf(values: readonly number[], isWrong: (interval: Interval | null) => boolean, seed: number): WrongVerdicts {
  const random = createRandom(seed)
  let wrong = 0
  let oneLook = 0
  for (let i = 0; i < COMPARISONS; i++) {
    const moments = new RunningMoments()
    let wasWrong = false
    let wasWrongOnce = false
    for (let n = 1; n <= LONGEST; n++) {
      moments.add(values[random.below(values.length)]!)
      if (n % EVERY > 0 || n < BURN_IN) continue
      wasWrong ||= isWrong(confidenceSequenceOf(moments))
      wasWrongOnce ||= isWrong(oneLookInterval(moments))
    }
    wrong += Number(wasWrong)
    oneLook += Number(wasWrongOnce)
  }
  return { wrong, share: wrong / COMPARISONS, interval: wilsonInterval(wrong, COMPARISONS), oneLook: oneLook / COMPARISONS }
}

/** Student's, by way of values with these moments. */
const factors = new Map<number, number>()
function oneLookInterval({ n, mean: centre, variance }: RunningMoments): Interval {
  let factor = factors.get(n)
  if (factor === undefined) {
    const values = Array.from({ length: n }, (_, i) => i)
    const deviation = Math.sqrt((n * (n + 1)) / 12) // of 0 … n − 1
    const [low, high] = tInterval(values)
    factors.set(n, (factor = (high - low) / 2 / deviation))
  }
  const half = factor * Math.sqrt(variance)
  return [centre - half, centre + half]
}
