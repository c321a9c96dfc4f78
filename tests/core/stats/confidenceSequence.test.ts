import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/core/random'
import { wilsonInterval } from '../../../src/core/stats/intervals'
import { shareSequence } from '../../../src/core/stats/confidenceSequence'

/** ∫ qˢ(1 − q)ᶠ dq / (pˢ(1 − p)ᶠ) by the midpoint rule. */
function ratio(successes: number, failures: number, p: number): number {
  const steps = 20_000
  let sum = 0
  for (let i = 0; i < steps; i++) {
    const q = (i + 0.5) / steps
    sum += Math.exp(successes * Math.log(q / p) + failures * Math.log((1 - q) / (1 - p)))
  }
  return sum / steps
}

describe('an interval of a share that holds at all looks', () => {
  test('ends where the mixture of likelihood ratios is 20: in closed form for a few trials, by integration for many', () => {
    expect(shareSequence(0, 0)).toEqual([0, 1])
    expect(shareSequence(1, 1)).toEqual([expect.closeTo(1 / 40, 10), 1])
    expect(shareSequence(0, 2)).toEqual([0, expect.closeTo(1 - Math.sqrt(1 / 60), 10)])
    for (const [successes, trials] of [
      [7, 12],
      [30, 42],
      [390, 412],
    ] as const)
      for (const end of shareSequence(successes, trials)) expect(ratio(successes, trials - successes, end)).toBeCloseTo(20, 4)
  })

  test('is a mirror image for the complement, holds the share, and is wider than that of one look', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.double({ min: 0, max: 1, noNaN: true }), (trials, part) => {
        const successes = Math.round(part * trials)
        const [low, high] = shareSequence(successes, trials)
        const [otherLow, otherHigh] = shareSequence(trials - successes, trials)
        expect([otherLow, otherHigh]).toEqual([expect.closeTo(1 - high, 9), expect.closeTo(1 - low, 9)])
        expect(low).toBeLessThanOrEqual(successes / trials)
        expect(high).toBeGreaterThanOrEqual(successes / trials)
        const [lowOnce, highOnce] = wilsonInterval(successes, trials)
        expect(high - low).toBeGreaterThan(highOnce - lowOnce)
      }),
    )
  })

  test.each([0.02, 0.5, 0.9])('holds a share of %f at every look of 200 trials, in at least 95 of 100 sequences', share => {
    const sequences = 200
    let held = 0
    for (let i = 0; i < sequences; i++) {
      const random = createRandom(1000 * share + i)
      let successes = 0
      let isHeld = true
      for (let trials = 1; trials <= 200 && isHeld; trials++) {
        if (random.next() < share) successes++
        const [low, high] = shareSequence(successes, trials)
        isHeld = low <= share && share <= high
      }
      held += Number(isHeld)
    }
    expect(held / sequences).toBeGreaterThanOrEqual(0.95)
  })
})
