import { describe, expect, test } from 'vitest'
import { createRandom, type Random } from '../../../src/core/random'
import { clusteredShare, designEffect, pairedShareDifference } from '../../../src/core/stats/clusteredShare'
import { wilsonInterval } from '../../../src/core/stats/intervals'

/** A group whose trials share a part of their luck: its chance is `share` ± `spread`. */
function drawn(random: Random, share: number, spread: number, trials: number) {
  const chance = share + (random.next() < 0.5 ? spread : -spread)
  return { successes: Array.from({ length: trials }).filter(() => random.next() < chance).length, trials }
}

describe('a share of trials in groups', () => {
  test('whose groups all agree has the design effect of whole groups', () => {
    // every group has one result: ten trials count as one
    const clusters = [10, 0, 10, 10, 0, 10, 10, 10].map(successes => ({ successes, trials: 10 }))
    expect(designEffect(clusters)).toBeCloseTo((10 * 8) / 7, 10)
  })

  test('is never surer than with independent trials', () => {
    const clusters = Array.from({ length: 500 }, () => ({ successes: 9, trials: 10 }))
    expect(designEffect(clusters)).toBe(1)
    const [low, high] = clusteredShare(clusters)
    const [least, most] = wilsonInterval(4500, 5000)
    expect(low).toBeLessThanOrEqual(least)
    expect(high).toBeGreaterThanOrEqual(most)
    expect(low).toBeCloseTo(least, 4)
  })

  test('of one group, or of trials with one result, is as unsure as it can be', () => {
    expect(clusteredShare([{ successes: 5, trials: 9 }])).toEqual([0, 1])
    const all = Array.from({ length: 20 }, () => ({ successes: 6, trials: 6 }))
    expect(clusteredShare(all)[0]).toBeLessThan(wilsonInterval(20, 20)[0])
    expect(clusteredShare(all, 1)[0]).toBeGreaterThan(0.96)
  })

  test('lies in its interval 95 times in 100, where Wilson’s alone fails', () => {
    const random = createRandom(7)
    const rounds = 1500
    let [clustered, plain] = [0, 0]
    for (let round = 0; round < rounds; round++) {
      const clusters = Array.from({ length: 25 }, () => drawn(random, 0.8, 0.18, 4 + random.below(20)))
      const [successes, trials] = clusters.reduce(([s, n], each) => [s + each.successes, n + each.trials], [0, 0])
      const holds = ([low, high]: readonly [number, number]) => low <= 0.8 && 0.8 <= high
      clustered += Number(holds(clusteredShare(clusters)))
      plain += Number(holds(wilsonInterval(successes, trials)))
    }
    expect(clustered / rounds).toBeGreaterThan(0.925)
    expect(clustered / rounds).toBeLessThan(0.985)
    expect(plain / rounds).toBeLessThan(0.9)
  })
})

describe('a difference of shares in the same trials', () => {
  test('is one share − the other', () => {
    const clusters = Array.from({ length: 12 }, (_, i) => ({ one: 5 + (i % 3), other: 4, trials: 10 + i }))
    const sum = (of: 'one' | 'other' | 'trials') => clusters.reduce((total, each) => total + each[of], 0)
    const { difference, interval } = pairedShareDifference(clusters)
    expect(difference).toBeCloseTo((sum('one') - sum('other')) / sum('trials'), 12)
    expect(interval![0]).toBeLessThan(difference)
    expect(interval![1]).toBeGreaterThan(difference)
  })

  test('has no interval of few groups, nor of groups without a difference', () => {
    const equal = Array.from({ length: 12 }, () => ({ one: 5, other: 5, trials: 10 }))
    expect(pairedShareDifference(equal)).toEqual({ difference: 0, interval: null })
    expect(pairedShareDifference(equal.slice(3).map(each => ({ ...each, one: 6 }))).interval).toBeNull()
  })

  test('lies in its interval 95 times in 100', () => {
    const random = createRandom(11)
    const rounds = 1500
    let held = 0
    for (let round = 0; round < rounds; round++) {
      const clusters = Array.from({ length: 25 }, () => {
        const trials = 4 + random.below(12)
        const chance = random.next() < 0.5 ? 0.95 : 0.7
        const survived = (gain: number) => Array.from({ length: trials }).filter(() => random.next() < chance + gain).length
        return { one: survived(0.05), other: survived(0), trials }
      })
      const [low, high] = pairedShareDifference(clusters).interval!
      held += Number(low <= 0.05 && 0.05 <= high)
    }
    expect(held / rounds).toBeGreaterThan(0.925)
    expect(held / rounds).toBeLessThan(0.985)
  })
})
