import { expect, test } from 'vitest'
import { Tally } from '../../../../src/main/lab/compare/comparison'

const game = (index: number, ms: number) => ({
  ...{ index, seed: index, score: 100 * index, maxRank: 8, slides: 50, nodes: 10_000, ms },
})

test('the speed of a bench is that of its threads while they play: neither starting nor the last game’s tail counts', () => {
  const tally = new Tally()
  for (const index of [0, 1, 2]) tally.add(game(index, 10))
  const rate = (seconds: number, threads: number) => tally.summary(seconds, 1, threads).nodesPerSecond
  expect(rate(0.02, 1)).toBe(1e6)
  expect(rate(5, 1)).toBe(1e6) // five seconds, most of them to start
  expect(rate(5, 2)).toBe(2e6)
  expect(rate(5, 16)).toBe(3e6) // three games keep three threads busy
  expect(new Tally().summary(5, 1, 2).nodesPerSecond).toBe(0)
})
