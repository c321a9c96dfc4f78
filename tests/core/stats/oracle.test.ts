/** Held against SciPy: tests/oracle/stats.py. */
import { describe, expect, test } from 'vitest'
import { confidenceSequence } from '../../../src/core/stats/confidenceSequence'
import { correlation } from '../../../src/core/stats/summary'
import {
  type Interval,
  type Results,
  bootstrapTSteps,
  eloOfPairs,
  tInterval,
  wilsonInterval,
} from '../../../src/core/stats/intervals'
import {
  type MeanDifference,
  type MeasuredMean,
  normalTail,
  pairedT,
  pairwiseDifferences,
} from '../../../src/core/stats/distributions'
import { finish } from '../../../src/core/sliced'
import { bcaInterval } from '../../simulate/intervals/bca'
import { golden } from '../support/golden'

type Values = readonly number[]

interface Tested {
  readonly t: number
  readonly freedom: number
  readonly p: number
}

const oracle = golden<{
  readonly tIntervals: readonly { readonly values: Values; readonly level: number; readonly interval: Interval }[]
  readonly paired: readonly (Tested & { readonly differences: Values })[]
  readonly correlations: readonly { readonly a: Values; readonly b: Values; readonly r: number }[]
  readonly wilson: readonly { readonly successes: number; readonly trials: number; readonly interval: Interval }[]
  readonly normalTails: readonly { readonly z: number; readonly tail: number }[]
  readonly bootstraps: readonly { readonly values: Values; readonly bca: Interval; readonly studentised: Interval }[]
  readonly elos: readonly { readonly counts: Results; readonly elo: number }[]
  readonly confidenceSequences: readonly { readonly values: Values; readonly level: number; readonly interval: Interval }[]
}>('stats')

const DIGITS = 9

/** To so many significant digits; 0 exactly. */
function close(actual: number, expected: number, digits = DIGITS): void {
  if (expected === 0) expect(actual).toBe(0)
  else expect(actual / expected).toBeCloseTo(1, digits)
}

function closeInterval(actual: Interval | null, expected: Interval, digits = DIGITS): void {
  for (const end of [0, 1] as const) close(actual![end], expected[end], digits)
}

describe('as SciPy', () => {
  test.each(oracle.tIntervals)("Student's interval of the mean, level $level, case %#", ({ values, level, interval }) =>
    closeInterval(tInterval(values, level), interval),
  )

  test.each(oracle.paired)('paired t test of p = $p', ({ differences, t, freedom, p }) => {
    const tested = pairedT(differences)
    close(tested.t, t)
    close(tested.p, p)
    expect(tested.freedom).toBe(freedom)
  })

  test.each(oracle.correlations)('correlation of $r', ({ a, b, r }) => close(correlation(a, b)!, r))

  test.each(oracle.wilson)("Wilson's interval of $successes of $trials", ({ successes, trials, interval }) => {
    const [low, high] = wilsonInterval(successes, trials)
    expect(low).toBeCloseTo(interval[0], 12)
    expect(high).toBeCloseTo(interval[1], 12)
  })

  test.each(oracle.normalTails)('share of the normal distribution above $z', ({ z, tail }) => close(normalTail(z), tail, 12))

  test.each(oracle.confidenceSequences)(
    'the confidence sequence is the means that the mixture of t tests keeps, level $level, case %#',
    ({ values, level, interval }) => closeInterval(confidenceSequence(values, { level }), interval, 7),
  )

  // quantiles of 40,000 resamples: the third digit of the width varies
  test.each(oracle.bootstraps)('bootstrap-t and BCa of the mean, case %#', ({ values, bca, studentised }) => {
    const resampling = { seed: 1, resamples: 40_000, level: 0.95 }
    const width = bca[1] - bca[0]
    const pairs = [
      [bcaInterval(values, resampling), bca],
      [finish(bootstrapTSteps(values, resampling))!, studentised],
    ] as const
    for (const [actual, expected] of pairs)
      for (const end of [0, 1] as const) expect(Math.abs(actual[end] - expected[end]) / width).toBeLessThan(0.02)
  })

  test.each(oracle.elos)('Elo of $counts', ({ counts, elo }) => close(eloOfPairs(counts).elo, elo))
})

const pairwise = golden<{
  readonly cases: readonly {
    readonly means: readonly MeasuredMean[]
    readonly level: number
    readonly differences: readonly Pick<MeanDifference, 'difference' | 'interval' | 'freedom' | 'p' | 'holm'>[]
  }[]
}>('pairwise')

test.each(pairwise.cases)(
  "as tests/oracle/pairwise.py: Welch's differences of $means.length means, with Holm's p-values",
  ({ means, level, differences }) => {
    const found = pairwiseDifferences(means, level)
    expect(found).toHaveLength(differences.length)
    for (const [i, { interval, ...figures }] of differences.entries()) {
      closeInterval(found[i]!.interval, interval, 7)
      for (const figure of ['difference', 'freedom', 'p', 'holm'] as const) close(found[i]![figure], figures[figure], 7)
    }
  },
)

test('means without a spread differ for certain, or not at all', () => {
  const flat = (mean: number) => ({ n: 2, mean, error: 0 })
  const [differ, same] = [pairwiseDifferences([flat(1), flat(3)], 0.95), pairwiseDifferences([flat(1), flat(1)], 0.95)]
  expect(differ).toMatchObject([{ difference: -2, interval: [-2, -2], p: 0, holm: 0 }])
  expect(same).toMatchObject([{ difference: 0, interval: [0, 0], p: 1, holm: 1 }])
})
