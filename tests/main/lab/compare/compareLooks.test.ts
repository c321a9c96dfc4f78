/** Which games count in a comparison, and what it says of them, over players whose scores are made up. */
import { describe, expect, test } from 'vitest'
import type { StoredBatchGame } from '../../../../src/core/contract/stored'
import type { StopRule } from '../../../../src/core/contract/files'
import { createRandom, deriveSeed } from '../../../../src/core/random'
import { confidenceSequence } from '../../../../src/core/stats/confidenceSequence'
import { tInterval } from '../../../../src/core/stats/intervals'
import { pairedT } from '../../../../src/core/stats/distributions'
import type { PlayedGame, Pool } from '../../../../src/main/compute/pool/pool'
import { Tally, compared } from '../../../../src/main/lab/compare/comparison'
import { playContest, type Contest, type ContestPool } from '../../../../src/main/lab/compare/contest'
import { thesisPlayer } from '../../../support/threads'

/** A pool in which a game takes a moment, longer or shorter, and which tells it then; those of the first player are quick. */
function poolOf(scoreOf: (place: number, seed: number) => number, players: readonly object[], threads: number) {
  const random = createRandom(threads)
  const told: number[] = []
  const playGames: Pool['playGames'] = async (player, seeds, onGame, options) => {
    const place = players.indexOf(player)
    const waiting = seeds.entries()
    const thread = async (): Promise<void> => {
      for (const [index, seed] of waiting) {
        for (let i = random.below(9) * (place === 0 ? 1 : 20); i >= 0; i--) await Promise.resolve()
        if (options?.signal?.aborted) return
        told.push(seed)
        const result = { seed, score: scoreOf(place, seed) }
        onGame({ result, times: Int32Array.of(0, 1), ms: 1 } as unknown as PlayedGame, index)
      }
    }
    await Promise.all(Array.from({ length: threads }, thread))
  }
  return { pool: { threads, playGames } as unknown as Pool, told }
}

function poolWith(playGames: Pool['playGames'], isOneMachine = true): ContestPool {
  return { threads: 1, isOneMachine, playGames, playSeeds: () => Promise.reject(new Error('no clock')) }
}

const SEEDS = Array.from({ length: 1000 }, (_, i) => deriveSeed(5, i))
const noise = (place: number, seed: number) => 1000 * createRandom(seed + place).next()
/** The first is better by 130, and both share most of their luck. */
const unequal = (place: number, seed: number) => 3000 * createRandom(seed).next() + noise(place, seed) + (place === 0 ? 130 : 0)

const scoresOf = (place: number, n: number) => SEEDS.slice(0, n).map(seed => unequal(place, seed))
const differencesOf = (n: number) => scoresOf(0, n).map((score, i) => score - scoresOf(1, n)[i]!)

async function contest(rule: StopRule, threads = 2, scoreOf = unequal, count = 2) {
  const players = Array.from({ length: count }, () => thesisPlayer({ depth: 1 }))
  const { pool, told } = poolOf(scoreOf, players, threads)
  const contenders = players.map(player => ({ player }))
  const plan = { contenders, seeds: SEEDS.slice(0, rule.games), rule }
  const ended = await playContest(pool, plan, { seconds: 0, onEarlier: () => undefined, onGame: () => undefined })
  return { ended, told }
}

/** One game more than any comparison here counts. */
const TIMES = Array.from({ length: SEEDS.length + 1 }, (_, i) => ({ slides: i + 1, ms: (i + 1) ** 2 }))
const NAMES = ['one', 'other', 'third']
const say = (ended: Contest, extensions = 0) =>
  compared(
    {
      players: NAMES.slice(0, ended.looks.players).map(name => ({ name, profile: name, player: thesisPlayer({ depth: 1 }) })),
      seed: 5,
    },
    { ...ended, tallies: ended.looks.scores.map(talliedScores), threads: 1, extensions },
  )

function talliedScores(scores: Float64Array): Tally {
  const tally = new Tally()
  for (const [index, score] of scores.entries())
    if (!Number.isNaN(score)) tally.add({ index, seed: SEEDS[index]!, score, maxRank: 1, nodes: 1, ...TIMES[index]! })
  return tally
}

test('players whose 200 games are all equal are called alike, one game that differs ends it', async () => {
  const equal = (_: number, seed: number) => createRandom(seed).next()
  const alike = async (games: number, scoreOf = equal, count = 2) =>
    (await contest({ games, margin: 0 }, 2, scoreOf, count)).ended.looks.alike
  expect(await alike(200)).toEqual([[0, 1]])
  expect(await alike(199)).toEqual([])
  const differing = (place: number, seed: number) => equal(place, seed) + Number(place === 1 && seed === SEEDS[150])
  expect(await alike(200, differing)).toEqual([])
  expect(await alike(200, differing, 3)).toEqual([[0, 2]])
})

test('a quick player waits for a slow one: at no time has it more than twice as many games and a few', async () => {
  const players = [thesisPlayer({ depth: 0 }), thesisPlayer({ depth: 2 })]
  const { pool } = poolOf(unequal, players, 2) // the first is twenty times as quick
  const counts = [0, 0]
  const onGame = (_: unknown, place: number): void => {
    counts[place]!++
    expect(counts[0]).toBeLessThanOrEqual(2 * counts[1]! + 20)
  }
  const plan = { contenders: players.map(player => ({ player })), seeds: SEEDS.slice(0, 400), rule: { games: 400, margin: 0 } }
  const { endedBy } = await playContest(pool, plan, { seconds: 0, onEarlier: () => undefined, onGame })
  expect([endedBy, ...counts]).toEqual(['games', 400, 400])
})

describe('until a verdict', () => {
  const rule: StopRule = { games: 1000, margin: 20, verdict: true }

  test('ends at the first look at which the interval that always holds has one, whatever ends first', async () => {
    const looks = Array.from({ length: 100 }, (_, i) => 10 * (i + 1))
    const first = looks.find(n => (confidenceSequence(differencesOf(n))?.[0] ?? -1) > 0)!
    expect(first).toBeGreaterThan(50)
    for (const threads of [1, 2, 7]) {
      const { ended } = await contest(rule, threads)
      expect([ended.endedBy, ended.looks.seeds, ended.looks.looks]).toEqual(['rule', first, first / 10])
      expect(say(ended).differences).toMatchObject([
        {
          a: 'one',
          b: 'other',
          verdict: 'better',
          looks: first / 10,
          always: confidenceSequence(differencesOf(first)),
        },
      ])
    }
  })

  test('players whose games are all equal have no verdict: how much they would differ is not known', async () => {
    const { ended } = await contest({ ...rule, margin: 1 }, 2, (_, seed) => noise(0, seed))
    expect(ended.looks.seeds).toBe(rule.games)
    expect(say(ended).differences[0]).toMatchObject({ mean: 0, always: null, verdict: 'open', p: 1 })
  })

  test('of three players waits for every pair, at a level at which all verdicts hold together', async () => {
    const scoreOf = (place: number, seed: number) => (place === 2 ? 5000 : 0) + unequal(place, seed)
    const pair = await contest(rule)
    const { ended } = await contest(rule, 2, scoreOf, 3)
    const { differences } = say(ended)
    expect(ended.looks.seeds).toBeGreaterThan(pair.ended.looks.seeds)
    expect(differences.map(({ a, b, verdict }) => [a, b, verdict])).toEqual([
      ['one', 'other', 'better'],
      ['one', 'third', 'worse'],
      ['other', 'third', 'worse'],
    ])
    for (const { level } of differences) expect(level).toBeCloseTo(1 - 0.05 / 3, 12)
  })

  test('without one plays all games, and says so', async () => {
    const { ended, told } = await contest({ games: 105, margin: 1, verdict: true }, 2, noise)
    expect([ended.endedBy, ended.looks.seeds, ended.looks.looks, told.length]).toEqual(['games', 105, 11, 210])
    expect(say(ended).differences[0]).toMatchObject({ verdict: 'open' })
  })
})

test('a width ends it when the interval that always holds is as narrow', async () => {
  const { ended } = await contest({ games: 1000, margin: 0, width: 200 })
  const { seeds } = ended.looks
  const widthAt = (n: number) => {
    const [low, high] = confidenceSequence(differencesOf(n))!
    return high - low
  }
  expect(ended.endedBy).toBe('rule')
  expect(widthAt(seeds)).toBeLessThanOrEqual(200)
  expect(widthAt(seeds - 10)).toBeGreaterThan(200)
})

test('the time of a move is that of all games that count, over all their moves, as in a bench', async () => {
  const { ended } = await contest({ games: 3, margin: 0 })
  expect(say(ended).players.map(({ msPerMove }) => msPerMove.mean)).toEqual([14 / 6, 14 / 6])
})

describe('a fixed number of games', () => {
  test('is one look, and can be extended: its verdict is by the interval that always holds, its t interval stands beside', async () => {
    const { ended } = await contest({ games: 120, margin: 0 })
    const differences = differencesOf(120)
    const { differences: said, correlation, players } = say(ended)
    const { p } = pairedT(differences)
    expect(said).toEqual([
      {
        ...{ a: 'one', b: 'other', level: 0.95, looks: 1, verdict: 'open' },
        mean: expect.closeTo(differences.reduce((sum, each) => sum + each, 0) / 120, 6) as number,
        interval: tInterval(differences),
        always: confidenceSequence(differences),
        ...{ p, holm: p },
      },
    ])
    expect(confidenceSequence(differences)![0]).toBeLessThan(0)
    expect(tInterval(differences)[0]).toBeGreaterThan(0)
    expect(correlation).toMatchObject({ test: 'paired t', used: true, pairs: [{ a: 'one', b: 'other' }] })
    expect(correlation.pairs[0]!.r).toBeGreaterThan(0.7)
    expect(players[0]).toMatchObject({
      name: 'one',
      games: 120,
      always: confidenceSequence(scoresOf(0, 120)),
      reproducible: true,
    })
  })

  test('below ten is listed, and proves nothing', async () => {
    const { ended } = await contest({ games: 9, margin: 0 })
    const { players, differences } = say(ended)
    expect(players.map(({ scores, interval }) => [scores, interval])).toEqual([
      [scoresOf(0, 9), null],
      [scoresOf(1, 9), null],
    ])
    expect(differences[0]).toMatchObject({ interval: null, always: null, p: null, holm: null, verdict: 'open' })
  })
})

test('seeds that one player lacks do not count, nor those behind them', async () => {
  const players = [thesisPlayer({ depth: 1 }), thesisPlayer({ depth: 1 })]
  const stop = new AbortController()
  const playGames: Pool['playGames'] = async (player, seeds, onGame, options) => {
    for (const [index, seed] of seeds.entries()) {
      await Promise.resolve()
      if (options?.signal?.aborted) return
      if (seed === SEEDS[12] && player === players[0]) continue
      onGame({ result: { seed, score: 1 }, times: Int32Array.of(0, 1), ms: 1 } as unknown as PlayedGame, index)
      if (seed === SEEDS[29] && player === players[1]) stop.abort()
    }
  }
  const plan = { contenders: players.map(player => ({ player })), seeds: SEEDS.slice(0, 30), rule: { games: 30, margin: 0 } }
  const options = { seconds: 0, onEarlier: () => undefined, onGame: () => undefined, signal: stop.signal }
  const ended = await playContest(poolWith(playGames), plan, options)
  expect([ended.endedBy, ended.looks.seeds]).toEqual(['signal', 12])
})

test('a pool that fails ends the games of all players', async () => {
  const players = [thesisPlayer({ depth: 1 }), thesisPlayer({ depth: 1 })]
  let ended = 0
  const playGames: Pool['playGames'] = async (player, _, __, options) => {
    if (player === players[0]) throw new Error('lost')
    await new Promise(resolve => options!.signal!.addEventListener('abort', resolve))
    ended++
  }
  const plan = { contenders: players.map(player => ({ player })), seeds: SEEDS.slice(0, 30), rule: { games: 30, margin: 0 } }
  const options = { seconds: 0, onEarlier: () => undefined, onGame: () => undefined }
  await expect(playContest(poolWith(playGames), plan, options)).rejects.toThrow('lost')
  expect(ended).toBe(2) // both lanes of the other player
})

describe('under a clock', () => {
  const players = [thesisPlayer({ ms: 1 }), thesisPlayer({ depth: 1 }), thesisPlayer({ ms: 2 })]
  const seeds = SEEDS.slice(0, 30)
  const plan = { contenders: players.map(player => ({ player })), seeds, rule: { games: 30, margin: 0 } }
  const played = (index: number) =>
    ({ index, seed: seeds[index]!, score: 1, maxRank: 1, slides: 1, nodes: 1, ms: 1 }) as unknown as StoredBatchGame
  async function* pages(...indexes: number[]) {
    yield indexes.map(played)
  }
  const split = () => ({
    ...plan,
    contenders: [pages(0, 1), pages(0), pages(0)].map((each, i) => ({ player: players[i]!, earlier: each })),
  })
  const options = { seconds: 0, onEarlier: () => undefined, onGame: () => undefined }
  const pool = (asked: string[], isOneMachine: boolean): ContestPool => ({
    ...poolWith(() => Promise.reject(new Error('a player alone')), isOneMachine),
    async playSeeds(tasks, onSeed) {
      for (const [index, { seed, players: those }] of tasks.entries()) {
        asked.push(`${seeds.indexOf(seed)}: ${those.map(({ rules }) => JSON.stringify(rules.limits)).join()}`)
        const game = { result: { seed, score: 1 }, times: Int32Array.of(0, 1), ms: 1 } as unknown as PlayedGame
        onSeed(
          those.map(() => game),
          index,
        )
        await Promise.resolve()
      }
    },
  })

  test('all players play a seed together, each seed once', async () => {
    const asked: string[] = []
    const ended = await playContest(pool(asked, false), plan, options)
    expect([ended.endedBy, ended.looks.seeds]).toEqual(['games', 30])
    expect(asked.toSorted()).toEqual(seeds.map((_, i) => `${i}: {"ms":1},{"depth":1},{"ms":2}`).toSorted())
  })

  test('a seed that some have played is not mixed from machines: refused with a queue, played here without', async () => {
    const asked: string[] = []
    await expect(playContest(pool(asked, false), split(), options)).rejects.toThrow(/1 seed .* Resume it without a queue/)
    expect(asked).toEqual([])
    expect((await playContest(pool(asked, true), split(), options)).endedBy).toBe('games')
    expect(asked.filter(each => /^[01]:/.test(each))).toEqual(['1: {"depth":1},{"ms":2}'])
  })
})
