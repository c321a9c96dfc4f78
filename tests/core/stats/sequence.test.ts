import { describe, expect, test } from 'vitest'
import { createRandom, drawNormal } from '../../../src/core/random'
import { BURN_IN, SPARSE_BURN_IN, confidenceSequence, confidenceSequenceOf } from '../../../src/core/stats/confidenceSequence'
import { RunningMoments, correlation } from '../../../src/core/stats/summary'
import { tInterval, verdictOf } from '../../../src/core/stats/intervals'
import { holm, pairedT, tTail } from '../../../src/core/stats/distributions'

describe('confidence sequence', () => {
  test('says nothing before its burn-in', () => {
    const values = Array.from({ length: BURN_IN }, (_, i) => i + 1)
    expect(confidenceSequence(values.slice(1))).toBeNull()
    expect(confidenceSequence(values)).not.toBeNull()
    expect(confidenceSequence([3], { burnIn: 1 })).toBeNull()
  })

  test('of differences waits for many that are not 0: before, nothing is known of their spread', () => {
    const alike = Array<number>(1000).fill(0)
    const different = Array.from({ length: SPARSE_BURN_IN }, (_, i) => i + 1)
    expect(confidenceSequence(alike)).toBeNull()
    expect(confidenceSequence([...alike, ...different.slice(1)])).toBeNull()
    expect(confidenceSequence([...alike, ...different])).not.toBeNull()
  })

  // docs/statistics.md has it for games; with a burn-in that counts zeros as well it was up to 90 %
  test('of differences that are mostly 0 leaves out the truth in about one of twenty comparisons at most', () => {
    const random = createRandom(9)
    const share = 0.03
    let wrong = 0
    for (let run = 0; run < 300; run++) {
      const moments = new RunningMoments()
      let isOut = false
      for (let n = 1; n <= 1500; n++) {
        moments.add(random.next() < share ? 100 + 300 * drawNormal(random) : 0)
        const [low, high] = (n % 10 === 0 && confidenceSequenceOf(moments)) || [-Infinity, Infinity]
        isOut ||= low > 100 * share || high < 100 * share
      }
      wrong += Number(isOut)
    }
    expect(wrong / 300).toBeLessThan(0.08)
  })

  test('is wrong at any one number of games so rarely that 18 of them hold together', () => {
    for (let n = BURN_IN; n <= 10_000; n = Math.ceil(1.05 * n)) {
      const [, t] = confidenceSequenceOf({ n, nonzero: n, mean: 0, variance: n })!
      expect(18 * 2 * tTail(n - 1, t)).toBeLessThan(0.05)
    }
  })
})

describe('verdict', () => {
  test.each([
    [null, 10, 'open'],
    [[-5, 20], 10, 'open'],
    [[1, 20], 10, 'better'],
    [[-20, -1], 10, 'worse'],
    [[-10, 10], 10, 'equivalent'],
    [[1, 9], 10, 'equivalent'],
    [[0, 20], 10, 'open'],
    [[1, 9], 0, 'better'],
    [[0, 0], 0, 'equivalent'],
  ] as const)('of %j with a margin of %d: %s', (interval, margin, verdict) => {
    expect(verdictOf(interval, margin)).toBe(verdict)
  })
})

describe('Holm', () => {
  // R 4.3: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
  test('adjusts as R does, in the order of the tests', () => {
    const adjusted = holm([0.01, 0.04, 0.03, 0.005])
    for (const [i, p] of [0.03, 0.06, 0.06, 0.02].entries()) expect(adjusted[i]).toBeCloseTo(p, 12)
  })

  test('is at most 1, and of one test nothing is adjusted', () => {
    expect(holm([0.9, 0.8])).toEqual([1, 1])
    expect(holm([0.03])).toEqual([0.03])
    expect(holm([])).toEqual([])
  })
})

test('values that never differ: no effect, no correlation, an interval of one point', () => {
  expect(pairedT([0, 0, 0])).toEqual({ t: 0, freedom: 2, p: 1 })
  expect(pairedT([2, 2, 2])).toEqual({ t: Infinity, freedom: 2, p: 0 })
  expect(correlation([1, 1, 1], [1, 2, 3])).toBeNull()
  expect(correlation([1, 2], [1, 2])).toBeNull()
  expect(tInterval([4, 4])).toEqual([4, 4])
  expect(tInterval([4])).toEqual([-Infinity, Infinity])
})
