import { expect, test } from 'vitest'
import { meanInterval } from '../../../../src/core/stats/intervals'
import { gameTuning } from '../../../../src/core/contract/tuning/presets'
import { resamplingSeed } from '../../../../src/core/tuning/seeds'
import { summaryOf } from '../../../../src/main/lab/tuning/validationSummary'
import { smallConfig } from './tuningSupport'

const config = smallConfig({ validation: { games: 1000, level: 0.9 } })
const REPORT = { purpose: 'report', from: 0 } as const
const games = Array.from({ length: 1000 }, (_, place) => ({
  ...{ place, score: (place * 7919) % 5000, slides: 10, maxRank: 5 + (place % 4), wins: null, ms: 2 },
}))

test('a summary of many games gives way to other work while it is worked out, and is the same for it', async () => {
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const summary = await summaryOf(config, games, REPORT)
  isDone = true
  // tests/core/stats/stats.test.ts holds how little is done between two of them
  expect(turns).toBeGreaterThan(1)
  const scores = games.map(({ score }) => score)
  expect(summary.interval).toEqual(meanInterval(scores, resamplingSeed(config.seed), undefined, 0.9))
})

test('the shares of tiles are those of games that reached them or more', async () => {
  const { reach, msPerMove } = await summaryOf(config, games.slice(0, 40), REPORT)
  expect(Object.keys(reach)).toEqual(['2', '4', '8', '16', '32', '64', '128', '256'])
  expect([reach['32'], reach['64'], reach['256']].map(each => each!.share)).toEqual([1, 0.75, 0.25])
  expect(msPerMove).toBe(0.2)
})

test('of fewer than ten games it lists the scores in their order', async () => {
  expect((await summaryOf(config, games.slice(0, 9), REPORT)).scores).toEqual(games.slice(0, 9).map(({ score }) => score))
  expect(await summaryOf(config, games.slice(0, 10), REPORT)).not.toHaveProperty('scores')
})

test('intervals of what a game pays, and of the share won, stay within what is possible', async () => {
  const its = gameTuning('cantGoBack', 'heavy')
  const pairs = Array.from({ length: 12 }, (_, place) => ({
    ...{ place, slides: 10, maxRank: null, ms: 2 },
    ...(place === 0 ? { score: 0, wins: 0.5 } : { score: 1, wins: 1 }),
  }))
  for (const kind of ['score', 'wins'] as const) {
    const objective = { ...its.objective, fitness: { kind } } as typeof its.objective
    const { always, match } = await summaryOf({ ...its, objective }, pairs, REPORT)
    for (const [, high] of [match!.score.interval, match!.wins.interval, ...(always ? [always] : [])]) expect(high).toBe(1)
    expect(match!.score.interval[0]).toBeGreaterThanOrEqual(-1)
    expect(match!.wins.interval[0]).toBeGreaterThanOrEqual(0)
  }
})
