/** Tournaments: which games are played, how they are kept, and what they come to. */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ArenaGame } from '../../../../src/core/contract/files'
import { readMatch, type MatchOrder } from '../../../../src/core/contract/matches'
import { parsePlayerText } from '../../../../src/core/contract/playerText'
import { WON } from '../../../../src/core/games/adversarial48/game'
import { heavyFamily } from '../../../../src/core/games/cantGoBack/heuristics'
import { LabError } from '../../../../src/core/errors'
import { GAMES } from '../../../../src/core/games/registry'
import { wilsonInterval } from '../../../../src/core/stats/intervals'
import { clusteredShare } from '../../../../src/core/stats/clusteredShare'
import type { MatchResult, Player } from '../../../../src/core/match/match'
import { playMatch } from '../../../../src/core/match/playMatch'
import {
  openTournament,
  runTournament,
  tournamentIn,
  type ArenaOrder,
  type Tournament,
} from '../../../../src/main/lab/arena/arenaFiles'
import type { Pool } from '../../../../src/main/compute/pool/pool'
import type { GameSummary } from '../../../../src/main/lab/arena/gamesFile'
import { standingsOf } from '../../../../src/main/lab/arena/standings'
import {
  checkTournament,
  fixturesOf,
  isReproducible,
  orderOf,
  playFingerprint,
  seatsOf,
} from '../../../../src/main/lab/arena/tournament'
import { whileLocked } from '../../../../src/main/store/files/fileLock'

const root = mkdtempSync(join(tmpdir(), 'lab-arena-'))
let file = ''
beforeEach(() => {
  file = join(mkdtempSync(join(root, 'case-')), 'kept', 'arena.jsonl')
})
afterAll(() => rmSync(root, { recursive: true }))

function tournament(texts: readonly string[], change: Partial<Tournament> = {}): Tournament {
  const players = texts.map(name => ({ name, player: parsePlayerText(name) }))
  return { game: 'cantGoBack', boards: [], bounds: {}, players, seed: 5, ...change }
}

const THREE = tournament(['greedy', 'random', 'alphaBeta:depth=2'])

/** Plays here, the last game first. */
function here(play: (order: MatchOrder) => MatchResult = order => playMatch(readMatch(order), { now: () => 0 })) {
  const orders: MatchOrder[] = []
  const pool: Pick<Pool, 'playMatches'> = {
    playMatches(matches, { onMatch, onLost }, { signal } = {}) {
      for (const [number, order] of [...matches.entries()].toReversed()) {
        if (signal?.aborted) break
        orders.push(order)
        try {
          onMatch(play(order), number)
        } catch (error) {
          if (!(error instanceof LabError)) throw error
          onLost?.(number, error)
        }
      }
      return Promise.resolve()
    },
  }
  return { pool, orders }
}

async function run(order: Omit<ArenaOrder, 'file'>, { playMatches } = here().pool, stopAfter = Infinity) {
  const stop = new AbortController()
  let played = 0
  const pool: Pick<Pool, 'playMatches'> = {
    playMatches: (orders, { onMatch, ...others }, options) =>
      playMatches(
        orders,
        {
          ...others,
          onMatch(...game) {
            onMatch(...game)
            if (++played === stopAfter) stop.abort()
          },
        },
        { ...options, signal: stop.signal }, // that of the run comes after a turn of the event loop
      ),
  }
  const begun: { total: number; done: number }[] = []
  const outcome = await runTournament(
    { engine: { pool }, reportBug } as unknown as Parameters<typeof runTournament>[0],
    { ...order, file },
    { signal: stop.signal, onCutOff: () => undefined, onGame: (done, total) => void begun.push({ total, done }) },
  )
  return { ...outcome, begun: begun[0] }
}

function reportBug(error: unknown): never {
  throw error
}

const linesOf = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n')
/** All of the games that does not follow from the clock, by number. */
function keptIn(path: string) {
  const games = linesOf(path).slice(1).map(line => JSON.parse(line) as ArenaGame) // oxfmt-ignore
  const timeless = games.map(({ ms: _a, longestMs: _b, processorMs: _c, ...game }) => game)
  return timeless.toSorted((a, b) => a.game - b.game)
}

const game = (number: number, winner?: number, change: Partial<GameSummary> = {}): GameSummary => {
  const seats: [number, number] = number % 2 === 1 ? [0, 1] : [1, 0]
  return {
    ...{ game: number, seats, seed: 1, course: String(number), ended: 'over', values: [0, 0] },
    ...(winner !== undefined && { winner: seats.indexOf(winner) }),
    ...{ moves: [10, 5], nodes: [40, 400], ms: [20, 5], longestMs: [7, 3], overruns: [1, 0] },
    ...change,
  }
}

describe('a game of one player', () => {
  const alone = (change: Partial<Tournament> = {}) =>
    tournament(['random', 'greedy'], { game: 'twenty48', bounds: { actions: 40 }, ...change })

  test('is played by each alone, all from the same starts and seeds', () => {
    const fixtures = fixturesOf(2, 3, 1)
    expect(fixtures.map(fixture => seatsOf(alone(), fixture).join())).toEqual(['0', '0', '1', '1', '0', '1'])
    const orders = fixtures.map(fixture => orderOf(alone(), fixture))
    const seedsOf = (place: number) => orders.filter((_, i) => fixtures[i]!.pairing[0] === place).map(({ seed }) => seed)
    expect(seedsOf(0)).toEqual(seedsOf(1))
    expect(new Set(seedsOf(0)).size).toBe(3)
    expect(orders.every(({ players }) => players.length === 1)).toBe(true)
    expect(fixturesOf(2, 6, 1).slice(0, 4)).toEqual(fixturesOf(2, 2, 1))
  })

  test('resumes after an interruption with the games of one run, and has the mean of the values', async () => {
    const order = { tournament: alone(), games: 12 }
    await run(order, here().pool, 5)
    expect(linesOf(file)).toHaveLength(1 + 5)
    const { standings, begun } = await run(order)
    expect(begun).toEqual({ total: 24, done: 5 })
    const games = keptIn(file)
    file = `${file}.whole`
    await run(order)
    expect(keptIn(file)).toEqual(games)
    standings.players.forEach((player, place) => {
      const values = games.filter(({ seats }) => seats[0] === place).map(({ values }) => values[0]!)
      expect(player.value).toBeCloseTo(values.reduce((sum, each) => sum + each, 0) / 12, 9)
      expect(player.valueInterval![0]).toBeLessThan(player.value!)
      expect(player.elo).toBeUndefined()
    })
    expect(standings.pairings).toEqual([])
    const { standings: read } = await openTournament(undefined, file)
    expect(read.players.map(({ value }) => value)).toEqual(standings.players.map(({ value }) => value))
  })

  test('is won by who reaches its goal', () => {
    const reached = (number: number, value: number) => game(number, undefined, { seats: [0], values: [value] })
    const games = Array.from({ length: 20 }, (_, i) => reached(i + 1, i < 15 ? WON : 1))
    const [one] = standingsOf(['a'], games, { agents: 1 }).players
    expect([one!.wins, one!.draws, one!.losses]).toEqual([15, 0, 5])
    expect(one!.shares!.wins).toEqual(wilsonInterval(15, 20))
  })

  test('has a mean whose interval stays within what the game can pay', () => {
    const games = Array.from({ length: 12 }, (_, i) => game(i + 1, undefined, { seats: [0], values: [i === 0 ? WON : 1] }))
    const [low, high] = standingsOf(['a'], games, { agents: 1, range: GAMES.adversarial48.game.utilityRange! }).players[0]!
      .valueInterval!
    expect(low).toBe(0)
    expect(high).toBeGreaterThan(WON / 12)
    expect(high).toBeLessThanOrEqual(WON)
    const most = games.map((each, i) => ({ ...each, values: [i === 0 ? 1 : WON] }))
    const upper = standingsOf(['a'], most, { agents: 1, range: GAMES.adversarial48.game.utilityRange! }).players[0]!
      .valueInterval!
    expect(upper[1]).toBe(WON)
  })
})

describe('a game of three players', () => {
  const three = (players: readonly string[], change: Partial<Tournament> = {}) =>
    tournament(players, { options: { players: 3, width: 4, height: 4, blocked: 1 }, ...change })
  const FOUR = ['maxN:depth=2', 'greedy', 'random', 'paranoid:depth=2']
  const seen = (number: number, values: readonly number[], change: Partial<GameSummary> = {}) => {
    const seats = [0, 1, 2].map(seat => (seat + number - 1) % 3)
    const winner = values.indexOf(1)
    const zeros = { moves: [1, 1, 1], nodes: [1, 1, 1], ms: [1, 1, 1], longestMs: [1, 1, 1], overruns: [0, 0, 0] }
    return {
      ...{ ...game(number), ...zeros, seats, values: [...values], ...(winner >= 0 && { winner }) },
      ...change,
    } satisfies GameSummary
  }

  test('is played by each group of three, from each start once with each rotation of the seats', () => {
    const fixtures = fixturesOf(4, 3, 3)
    expect(fixtures.map(fixture => seatsOf(three(FOUR), fixture).join(''))).toEqual(
      ['012', '120', '201', '013', '130', '301', '023', '230', '302', '123', '231', '312'], // oxfmt-ignore
    )
    const seeds = fixtures.map(fixture => orderOf(three(FOUR), fixture).seed)
    expect(new Set(seeds).size).toBe(4)
    expect(new Set(seeds.slice(0, 3)).size).toBe(1)
    expect(fixturesOf(4, 6, 3).slice(0, 12)).toEqual(fixtures)
    expect(fixturesOf(4, 4, 3).map(({ number }) => number)).toEqual([...Array(13).keys(), 13, 16, 19, 22].slice(1))
  })

  test('resumes after an interruption with the games of one run', async () => {
    const order = { tournament: three(FOUR), games: 3 }
    await run(order)
    const whole = keptIn(file)
    rmSync(file)
    await run(order, here().pool, 5)
    expect(linesOf(file)).toHaveLength(1 + 5)
    const { standings, begun } = await run(order)
    expect(begun).toEqual({ total: 12, done: 5 })
    expect(keptIn(file)).toEqual(whole)
    expect(standings).toMatchObject({ games: 12, agents: 3, pairings: [] })
    expect((await openTournament(undefined, file, 1)).shown!.names).toEqual(['maxN:depth=2', 'greedy', 'random'])
  })

  test('is won by one, lost by all others, and drawn by those who share the highest value', () => {
    const over = [
      seen(1, [1, -1, -1]), // the first player is in the first seat
      seen(2, [1, -1, -1]), // in the third
      seen(3, [-1, 0, 0]), // in the second
      seen(4, [0, 0, 0], { fault: { agent: 2, reason: 'clock', message: '' }, ended: 'fault' }),
      seen(5, [0, 0, 0], { ended: 'limit' }),
    ]
    const { players } = standingsOf(['a', 'b', 'c'], over, { agents: 3, range: [-1, 1] })
    expect(players.map(({ wins, draws, losses, points, elo }) => [wins, draws, losses, points, elo])).toEqual([
      [1, 3, 1, 2.5, undefined],
      [1, 3, 1, 2.5, undefined],
      [0, 1, 4, 0.5, undefined],
    ])
    expect(players.map(({ value }) => value)).toEqual([0, 0, -3 / 5])
  })

  test('has shares and mean values with intervals by groups of games with one start', () => {
    const games = Array.from({ length: 36 }, (_, i) => seen(i + 1, [-1, -1, -1].with(((i * 7) % 5) % 3, 1)))
    const [first] = standingsOf(['a', 'b', 'c'], games, { agents: 3, range: [-1, 1] }).players
    const groups = Array.from({ length: 12 }, (_, group) => games.slice(3 * group, 3 * group + 3))
    const won = (own: GameSummary[]) => own.filter(({ winner, seats }) => seats[winner!] === 0).length
    expect(first!.shares!.wins).toEqual(clusteredShare(groups.map(own => ({ successes: won(own), trials: 3 }))))
    expect(first!.valueInterval![0]).toBeGreaterThanOrEqual(-1)
    expect(standingsOf(['a', 'b', 'c'], games.slice(0, 12), { agents: 3 }).players[0]!.valueInterval).toBeUndefined()
  })

  test('needs as many players, and all boards of as many', () => {
    expect(() => checkTournament(three(FOUR.slice(0, 2)), 3)).toThrow('players: name 3 … 16, not 2')
    const boards = ['1,0,2,3 players=3', '1,0,2']
    const mixed = tournament(FOUR, { boards })
    expect(() => checkTournament(mixed, 3)).toThrow('boards: board 2 of cantGoBack is played by 2, and board 1 by 3')
    expect(() => checkTournament(three(['greedy', 'random', 'alphaBeta:depth=2']), 3)).toThrow(
      'alphaBeta:depth=2.searcher: alphaBeta is for 2 agents, this position has 3',
    )
  })
})

describe('a round robin', () => {
  test('has each player against each other one, as often in the first seat as in the second, from the same starts', () => {
    const fixtures = fixturesOf(4, 6)
    expect(fixtures.map(({ number }) => number)).toEqual(Array.from({ length: 36 }, (_, i) => i + 1))
    const four = tournament(['greedy', 'random', 'minimax:depth=1', 'alphaBeta:depth=2'])
    const seats = fixtures.map(fixture => seatsOf(four, fixture).join(' '))
    for (let one = 0; one < 4; one++)
      for (let other = 0; other < 4; other++)
        expect(seats.filter(each => each === `${one} ${other}`)).toHaveLength(one === other ? 0 : 3)
    for (let i = 0; i < fixtures.length; i += 2) {
      const [first, swapped] = [orderOf(four, fixtures[i]!), orderOf(four, fixtures[i + 1]!)]
      expect(swapped).toEqual({ ...first, players: first.players.toReversed() })
    }
    expect(new Set(fixtures.map(fixture => orderOf(four, fixture).seed)).size).toBe(18)
  })

  test('of more games has those of fewer under the same numbers, and of an odd number leaves the last swap out', () => {
    expect(fixturesOf(3, 6).slice(0, 12)).toEqual(fixturesOf(3, 4))
    expect(fixturesOf(2, 3).map(({ number, match }) => [number, match])).toEqual([[1, 0], [2, 1], [3, 2]]) // oxfmt-ignore
    expect(fixturesOf(3, 1).map(({ number }) => number)).toEqual([1, 3, 5])
  })

  test('gives its boards to the pairs of games in turn', () => {
    const boards = ['1,0,2', '1,0,0,2', '1,5,0,0,2']
    const orders = fixturesOf(2, 8).map(each => orderOf(tournament(['greedy', 'random'], { boards }), each).position)
    expect(orders).toEqual([0, 0, 1, 1, 2, 2, 0, 0].map(board => boards[board]))
  })
})

describe('a tournament', () => {
  test('that is stopped and killed continues to the same games and table', async () => {
    const whole = await run({ tournament: THREE, games: 6 })
    const expected = keptIn(file)
    expect(expected.map(({ game }) => game)).toEqual(Array.from({ length: 18 }, (_, i) => i + 1))
    rmSync(file)

    const stopped = await run({ tournament: THREE, games: 6 }, here().pool, 4)
    expect(stopped).toMatchObject({ total: 18, standings: { games: 4 } })
    appendFileSync(file, '{"game":1,"seats":[0,')
    const { pool, orders } = here()
    const resumed = await run({ tournament: THREE, games: 6 }, pool)
    expect(resumed.begun).toEqual({ total: 18, done: 4 })
    expect(orders).toHaveLength(14)
    expect(keptIn(file)).toEqual(expected)
    const timeless = ({ standings }: typeof whole) =>
      standings.players.map(({ msPerMove: _a, longestMs: _b, ...standing }) => standing)
    expect(timeless(resumed)).toEqual(timeless(whole))
    expect(resumed.standings.pairings).toEqual(whole.standings.pairings)
  })

  test('has each game in its file as soon as it ends: a kill loses those in play alone', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const { pool } = here()
    const stored: number[] = []
    const playMatches: Pool['playMatches'] = async (orders, listener, options) => {
      for (const [i, order] of orders.entries()) {
        await pool.playMatches([order], { ...listener, onMatch: result => listener.onMatch(result, i) }, options)
        await vi.advanceTimersByTimeAsync(1)
        stored.push(keptIn(file).length)
      }
    }
    await run({ tournament: THREE, games: 2 }, { playMatches }).finally(() => vi.useRealTimers())
    expect(stored).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('that a kill ended in its first line begins anew', async () => {
    await run({ tournament: THREE, games: 1 })
    const text = readFileSync(file, 'utf8')
    for (const cut of [0, 5, 30, text.indexOf('\n')]) {
      writeFileSync(file, text.slice(0, cut))
      expect((await run({ tournament: THREE, games: 1 })).begun).toEqual({ total: 3, done: 0 })
      expect((await run({ tournament: THREE, games: 1 })).begun).toEqual({ total: 3, done: 3 })
    }
  })

  test('that another process is playing is refused, until that one has ended', async () => {
    let end = () => {}
    const held = whileLocked(file, () => new Promise<void>(resolve => (end = resolve)))
    await vi.waitFor(() => expect(existsSync(`${file}.lock`)).toBe(true))
    await expect(run({ tournament: THREE, games: 1 })).rejects.toMatchObject({
      code: 'BAD_FILE',
      message: expect.stringContaining('another process is writing to it') as string,
    })
    expect(existsSync(file)).toBe(false)
    end()
    await held
    expect((await run({ tournament: THREE, games: 1 })).begun).toEqual({ total: 3, done: 0 })
    expect(existsSync(`${file}.lock`)).toBe(false)
    writeFileSync(`${file}.lock`, '') // a kill left it
    expect((await run({ tournament: THREE, games: 1 })).begun).toEqual({ total: 3, done: 3 })
  })

  test('that another process is playing is refused by the name of a link too; a lock that is none is named', async () => {
    const link = join(dirname(file), '..', 'link')
    symlinkSync(file, link)
    const both = () =>
      whileLocked(file, async () => {
        await expect(whileLocked(link, () => Promise.resolve())).rejects.toThrow('another process is writing to it')
      })
    await both() // the file is not there yet
    await run({ tournament: THREE, games: 1 })
    await both()
    writeFileSync(`${file}.lock`, 'notes '.repeat(500))
    await expect(run({ tournament: THREE, games: 2 })).rejects.toThrow(`${file}.lock is no lock of this lab: move it away`)
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe('notes '.repeat(500))
  })

  test('is refused in a file without a name, and in one whose name is too long, by what is wrong with it', async () => {
    const long = join(dirname(file), 'a'.repeat(300))
    await expect(whileLocked(long, () => Promise.resolve())).rejects.toThrow('this name is too long for a file')
    const unnamed = whileLocked('', () => Promise.resolve())
    await expect(unnamed).rejects.toMatchObject({ code: 'BAD_SETTING', message: expect.stringContaining('is empty') as string })
  })

  test('that a lab began which plays other games is refused, and stays as it is', async () => {
    await run({ tournament: THREE, games: 1 })
    const [head, ...games] = linesOf(file)
    const { fingerprint, ...older } = JSON.parse(head!) as { fingerprint: string }
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/)
    const text = [JSON.stringify({ ...older, fingerprint: 'other' }), ...games, ''].join('\n')
    writeFileSync(file, text)
    await expect(run({ tournament: THREE, games: 1 })).rejects.toThrow('with other fingerprint of its moves: other there')
    expect(readFileSync(file, 'utf8')).toBe(text)
    writeFileSync(file, [JSON.stringify(older), ...games, ''].join('\n'))
    expect((await run({ tournament: THREE, games: 1 })).begun).toEqual({ total: 3, done: 3 })
  })

  test('has a fingerprint of its play, whatever its clocks', () => {
    const timed = tournament(['greedy', 'alphaBeta:heavy:time=5', 'alphaBeta:clock=0.3:deepening=contract', 'mcts:time=5'], {
      bounds: { clockMs: 100 },
    })
    expect(playFingerprint(timed)).toBe(playFingerprint(timed))
    expect(playFingerprint(timed)).toBe(playFingerprint({ ...timed, bounds: { clockMs: 200 } }))
    const others = [tournament(['greedy', 'random']), tournament(['greedy', 'minimax:depth=2']), THREE, timed]
    const rules = tournament(['greedy', 'random'], { options: { penalty: 7, width: 4 } })
    expect(new Set([...others, rules].map(playFingerprint)).size).toBe(5)
  })

  test('extends to more games, and with fewer counts only those', async () => {
    await run({ tournament: THREE, games: 4 })
    expect(await run({ tournament: THREE, games: 6 })).toMatchObject({ begun: { total: 18, done: 12 }, standings: { games: 18 } })
    expect(await run({ tournament: THREE, games: 2 })).toMatchObject({ begun: { total: 6, done: 6 }, standings: { games: 6 } })
  })

  test.each<[string, Partial<Tournament>]>([
    ['seed: 5 there, 6 here', { seed: 6 }],
    ['players: greedy,random,alphaBeta:depth=2 there, greedy,random here', { players: THREE.players.slice(0, 2) }],
    ['game and seed', { game: 'warehouse', seed: 1 }],
  ])('is not continued in the file of another one, with other %s', async (what, change) => {
    await run({ tournament: THREE, games: 1 })
    const before = readFileSync(file, 'utf8')
    await expect(run({ tournament: { ...THREE, ...change }, games: 1 })).rejects.toThrow(`with other ${what}`)
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  test('refuses what is no file of its own, and leaves it as it is', async () => {
    await run({ tournament: THREE, games: 2 })
    const [head = '', first = '', ...others] = linesOf(file)
    const changed = (change: Partial<ArenaGame>) => JSON.stringify({ ...(JSON.parse(first) as ArenaGame), ...change })
    for (const [text, message] of [
      ['{"my":"precious data"}\n', 'this is not the file of a tournament'],
      ['my precious data', 'this is not the file of a tournament'],
      [`${first}\n${head}\n`, 'this is not the file of a tournament'],
      [`${head}\n${head}\n`, 'line 2: a second tournament begins'],
      [`${head.replace('"version":1', '"version":2')}\n`, 'version 2 is newer than this lab reads (1)'],
      [`${head}\n${first.slice(1)}\n`, 'line 2: '],
      [`${head}\n${changed({ seats: [1, 1] })}\n`, 'line 2: game 6 of this tournament is between other players'],
      [`${head.replace('alphaBeta:depth=2","player":"alphaBeta', 'alphaBeta:depth=2","player":"alphaOmega')}\n`, 'alphaOmega'],
      [`${head.replace('"name":"greedy"', '"name":"greedy\u202e"')}\n`, 'character 7 is U+202E'],
      [`${head.replace(/"lab":"[^"]*"/, '"lab":"9.9.9"')}\n${others.join('\n')}\n`, 'with other lab: 9.9.9 there'],
    ] as const) {
      writeFileSync(file, text)
      await expect(run({ tournament: THREE, games: 2 }), text).rejects.toThrow(message)
      expect(readFileSync(file, 'utf8')).toBe(text)
    }
  })

  test('ends with the failure of a game that cannot be stored', async () => {
    writeFileSync(join(file, '..', '..', 'kept'), 'a file in the place of the folder')
    await expect(run({ tournament: THREE, games: 2 })).rejects.toThrow(expect.objectContaining({ code: 'BAD_FILE' }))
  })

  test('continues without games that cannot be played, and plays them when it is run again', async () => {
    const dying = here(order => {
      if (order.players[0]!.searcher === 'alphaBeta') throw new LabError('WORKER_LOST', 'a thread died')
      return playMatch(readMatch(order), { now: () => 0 })
    })
    const outcome = await run({ tournament: THREE, games: 2 }, dying.pool)
    expect(outcome).toMatchObject({ lost: { games: 2, message: 'a thread died' }, standings: { games: 4 }, total: 6 })
    expect(await run({ tournament: THREE, games: 2 })).toMatchObject({ standings: { games: 6 } })
  })
})

describe('a player that breaks the rules', () => {
  const two = tournament(['greedy', 'random'])
  /** Plays with another searcher in the place of greedy. */
  const playing = (search: Player['searcher'], clocks = { now: () => 0 }) =>
    here(order => {
      const match = readMatch(order)
      const players = match.players.map((player, seat) =>
        order.players[seat]!.searcher === 'greedy' ? { ...player, searcher: search } : player,
      )
      return playMatch({ ...match, players }, clocks)
    }).pool
  const { searcher } = readMatch(orderOf(two, fixturesOf(2, 1)[0]!)).players[0]!
  const choosing = (best: number | undefined) =>
    ({ ...searcher, search: () => ({ best, effort: { nodes: 1 } }) }) as unknown as Player['searcher']

  test.each<[string, Player['searcher'], object]>([
    ['throws', { ...searcher, search: () => { throw new Error('out of ideas') } }, { threw: 8 }], // oxfmt-ignore
    ['chooses an illegal action', choosing(77), { illegal: 8 }],
    ['chooses none', choosing(undefined), { illegal: 8 }],
  ])('%s: it loses each game by the rule of the game, and the tournament goes on', async (_, broken, faults) => {
    const { standings } = await run({ tournament: two, games: 8 }, playing(broken))
    const [greedy, random] = standings.players
    expect(greedy).toMatchObject({ wins: 0, draws: 0, losses: 8, value: -1, faults })
    expect(random).toMatchObject({ wins: 8, points: 8, value: 1, faults: { threw: 0, illegal: 0, clock: 0 } })
    expect(greedy!.elo).toBe(-Infinity)
    // what is kept leads to the same end
    expect(await openTournament(undefined, file, 1)).toMatchObject({
      standings,
      shown: { names: ['greedy', 'random'], game: { fault: { agent: 0 }, winner: 1, edges: [] } },
    })
  })

  test('or exceeds its clock', async () => {
    let now = 0
    const slow = { ...searcher, search: (...asked: never[]) => { now += 6; return (searcher as { search(...asked: never[]): unknown }).search(...asked) } } as unknown as Player['searcher'] // oxfmt-ignore
    const clocked = { ...two, bounds: { clockMs: 10 } }
    const { standings, reproducible } = await run({ tournament: clocked, games: 4 }, playing(slow, { now: () => now }))
    expect(standings.players[0]).toMatchObject({ losses: 4, faults: { threw: 0, illegal: 0, clock: 4 }, longestMs: 6 })
    expect(reproducible).toBe(false)
    expect(isReproducible(two)).toBe(true)
    expect(isReproducible(tournament(['alphaBeta:time=5', 'random']))).toBe(false)
  })
})

describe('a kept tournament', () => {
  const read = (number?: number) => openTournament(undefined, file, number)

  test('is played again by its moves', async () => {
    const { standings } = await run({ tournament: THREE, games: 2 })
    const again = await read(2)
    expect(again.standings).toEqual(standings)
    const { game, moves } = again.shown!
    expect(moves).toHaveLength(game.edges.length)
    expect(moves.map(({ by }) => by)).toEqual(moves.map((_, i) => i % 2))
    expect(moves[0]!.words).toMatch(/^(up|down|left|right)$/)
    await expect(read(7)).rejects.toThrow('has no game 7')
  })

  test('of which a game was changed is refused by the number of the game, wherever it is read', async () => {
    await run({ tournament: THREE, games: 2 })
    const text = readFileSync(file, 'utf8')
    const line = linesOf(file)[1]!
    const game = JSON.parse(line) as ArenaGame
    for (const change of [
      { winner: game.winner === 0 ? 1 : 0 },
      { values: game.values.toReversed() },
      { edges: game.edges.slice(1) },
      { edges: [...game.edges, 4] },
      { start: 'nonsense' },
      { start: (JSON.parse(linesOf(file)[6]!) as ArenaGame).start, edges: [], ended: 'limit', values: [0, 0] },
      { seed: game.seed + 1 },
      { game: 12 },
      { game: 100_000 },
    ] satisfies Partial<ArenaGame>[]) {
      const { winner: _, ...undecided } = { ...game, ...change }
      const changed = JSON.stringify(change.ended === 'limit' ? undecided : { ...game, ...change })
      const falsified = text.replace(line, changed)
      const refusal = `game ${change.game ?? game.game}`
      writeFileSync(file, falsified)
      await expect(read(), changed).rejects.toThrow(refusal)
      await expect(run({ tournament: THREE, games: 2 }), changed).rejects.toThrow(refusal)
      await expect(tournamentIn(undefined, file), changed).rejects.toThrow(refusal)
      expect(readFileSync(file, 'utf8')).toBe(falsified)
    }
  })

  test('that was planned larger before has the games of that plan', async () => {
    await run({ tournament: THREE, games: 6 }, here().pool, 3)
    await run({ tournament: THREE, games: 2 })
    expect((await read()).standings.games).toBe(9)
  })
})

describe('a table', () => {
  /** Of two players; game 1, 3, … has player 0 in the first seat. @param winner place of a player; absent: drawn */
  test('has wins, draws and losses of each player whatever its seat, with Wilson’s intervals by pairs', () => {
    const games = [0, 0, 1, undefined, 0, 1, 0, 0, 0, undefined].map((winner, i) => game(i + 1, winner))
    const [one, other] = standingsOf(['a', 'b'], games).players
    expect(one).toMatchObject({ name: 'a', wins: 6, draws: 2, losses: 2, points: 7 })
    expect(other).toMatchObject({ name: 'b', wins: 2, draws: 2, losses: 6, points: 3 })
    // by pairs: 2, 0, 1, 2 and 1 of two games won, 0, 1, 0, 0 and 1 drawn
    const share = (...successes: number[]) => clusteredShare(successes.map(each => ({ successes: each, trials: 2 })))
    expect(one!.shares!.wins).toEqual(share(2, 0, 1, 2, 1))
    expect(one!.shares!.draws).toEqual(share(0, 1, 0, 0, 1))
    // pairs 2, ½, 1, 2, 1½ of 2: the mean is 0.7
    expect(one!.elo).toBeCloseTo(400 * Math.log10(0.7 / 0.3), 9)
    expect(other!.elo).toBeCloseTo(-one!.elo!, 9)
    expect(other!.interval![0]).toBeCloseTo(-one!.interval![1], 9)
    // five games of 10 moves and five of 5, 20 and 5 ms
    expect(one).toMatchObject({ moves: 75, msPerMove: 125 / 75, longestMs: 7, nodesPerMove: 2200 / 75, overruns: 5 })
  })

  test('has the mean value that the game pays each player, whatever its seat', () => {
    // player 0 gets 3 in the first seat and 1 in the second, the other one the rest of 4
    const games = Array.from({ length: 12 }, (_, i) => game(i + 1, 0, { values: [3, 1] }))
    for (const each of games.filter(({ seats }) => seats[0] === 0)) Object.assign(each, { values: [3, 0] })
    const [one, other] = standingsOf(['a', 'b'], games).players
    expect(one).toMatchObject({ value: 2, valueInterval: undefined })
    expect(other).toMatchObject({ value: 1.5, valueInterval: undefined })
  })

  test('of few games has no intervals, and of half a pair no Elo', () => {
    const [one] = standingsOf(['a', 'b'], [game(1, 0)]).players
    expect(one).toMatchObject({ points: 1, elo: undefined, interval: undefined, shares: undefined, valueInterval: undefined })
    const few = standingsOf(['a', 'b'], [game(1, 0), game(2), game(3, 0)]).players[0]
    expect(few!.elo).toBeCloseTo(400 * Math.log10(3), 9)
    expect(few!.interval).toBeUndefined()
  })

  test('has no interval of the value where all pairs paid the same, and a wide one where one pair differs', () => {
    const drawn = Array.from({ length: 20 }, (_, i) => game(i + 1))
    expect(standingsOf(['a', 'b'], drawn).players[0]).toMatchObject({ value: 0, valueInterval: undefined })
    const [one] = standingsOf(['a', 'b'], drawn.with(0, game(1, 0, { values: [1, -1] }))).players
    // Wilson's of one of ten is 0.0179 … 0.4042; the pair is worth ½
    expect(one!.value).toBe(0.05)
    expect(one!.valueInterval![1]).toBeCloseTo(0.2021, 4)
    expect(one!.valueInterval![0]).toBeLessThan(0)
  })

  test('has an interval of the value within what the game can pay', () => {
    const games = Array.from({ length: 20 }, (_, i) => game(i + 1, i < 18 ? 1 : 0, { values: [0, 0] }))
    for (const each of games) Object.assign(each, { values: each.seats.map(player => (each.winner === each.seats.indexOf(player) ? 1 : -1)) }) // oxfmt-ignore
    const [one] = standingsOf(['a', 'b'], games).players
    expect(one!.value).toBe(-0.8)
    expect(one!.valueInterval![0]).toBeLessThan(-1)
    const [within, other] = standingsOf(['a', 'b'], games, { range: [-1, 1] }).players
    const [low, high] = within!.valueInterval!
    expect([low > -1, low < -0.8, high > -0.8, high < 0]).toEqual([true, true, true, true])
    expect(other!.valueInterval![0]).toBeCloseTo(-high, 12)
  })

  test('says how many games differ, and how many were undecided', () => {
    const games = Array.from({ length: 12 }, (_, i) =>
      game(i + 1, undefined, { course: i < 10 ? 'same' : String(i), ended: i === 0 ? 'limit' : 'over' }),
    )
    expect(standingsOf(['a', 'b'], games).pairings[0]).toMatchObject({
      pairs: 6,
      different: 4,
      repeats: true,
      undecided: 1,
      draws: 12,
    })
    const repeats = (same: number) => {
      const its = games.map((each, i) => ({ ...each, course: i < same ? 'same' : String(i) }))
      const { different, repeats } = standingsOf(['a', 'b'], its).pairings[0]!
      return [different, repeats]
    }
    const equal = Array.from({ length: 200 }, (_, i) => ({ ...games[0]!, game: i + 1, course: `${i >> 1}` }))
    const alike = (its: readonly GameSummary[]) => standingsOf(['a', 'b'], its).pairings[0]!.alike
    expect([alike(equal), alike(equal.slice(0, 198)), alike(games)]).toEqual([true, false, false])
    // the same moves from the other seat are another game
    expect([repeats(8), repeats(7)]).toEqual([[6, true], [7, false]]) // oxfmt-ignore
  })

  test('of three adds up the pairs of all opponents', () => {
    const seats = ([one, other]: readonly [number, number]) => ({ seats: [one, other] as [number, number] })
    // 0 beats 1 and 2 in both games, 1 and 2 draw
    const games = [
      ...[game(1, undefined, { ...seats([0, 1]), winner: 0 }), game(2, undefined, { ...seats([1, 0]), winner: 1 })],
      ...[game(3, undefined, { ...seats([0, 2]), winner: 0 }), game(4, undefined, { ...seats([2, 0]), winner: 1 })],
      ...[game(5, undefined, seats([1, 2])), game(6, undefined, seats([2, 1]))],
    ]
    const { players, pairings } = standingsOf(['a', 'b', 'c'], games)
    expect(players.map(({ wins, draws, losses }) => [wins, draws, losses])).toEqual([[4, 0, 0], [0, 2, 2], [0, 2, 2]]) // oxfmt-ignore
    expect(players.map(({ elo }) => elo)).toEqual([Infinity, eloOf(0.25), eloOf(0.25)])
    expect(pairings.map(({ players, wins, draws, losses }) => [...players, wins, draws, losses])).toEqual([
      [0, 1, 2, 0, 0],
      [0, 2, 2, 0, 0],
      [1, 2, 0, 2, 0],
    ])
  })

  const eloOf = (score: number): unknown => expect.closeTo(400 * Math.log10(score / (1 - score)), 9) as unknown
})

test.each<[string, Tournament, number]>([
  ['players: name 2 … 16, not 1', tournament(['random']), 2],
  ['games: 3 pairings of 50000 games each are more than 100000 games', THREE, 50_000],
  ['players: name 1 … 16, not 0', tournament([], { game: 'twenty48' }), 2],
  ['boards: board 2 of adversarial48 is played by 2, and board 1 by 1', tournament(['random'], { game: 'adversarial48', boards: ['1200000000000000 tiles=random', '1200000000000000'] }), 2], // oxfmt-ignore
  [
    'boards: board 2 of exampleTree is played by 3, and board 1 by 2',
    tournament(['random', 'minimax'], { game: 'exampleTree', boards: ['(max 3 (min 2 9))', '(p1 [3,1,2] [2,2,2])'] }),
    2,
  ],
  ['fruit: "cantGoBack" has the rules', tournament(['random', 'greedy'], { options: { fruit: 1 } }), 2],
  ...(
    [
      ['greedy', 'greedy'],
      ['alphaBeta:depth=2', 'alphaBeta:scoreDifference:depth=2'],
      ['alphaBeta:depth=2:order=static', 'alphaBeta:order=static:depth=2'],
      ['alphaBeta:heavy:depth=2', `alphaBeta:heavy(${heavyFamily.weights.map(({ initial }) => initial).join()}):depth=2`],
      ['mcts:nodes=9', `mcts:nodes=9:rollout=random`],
      ['random', 'random:heavy'],
      ['expectimax:depth=1', 'expectimax:depth=1:cut=0'],
    ] as const
  ).map(([one, other]): [string, Tournament, number] => [
    `players: ${one} and ${other} are the same player:`,
    tournament([one, 'alphaBeta:depth=1', other], { game: 'cantGoBack' }),
    2,
  ]),
])('a tournament that cannot be is refused: %s', (message, asked, games) => {
  expect(() => checkTournament(asked, games)).toThrow(message)
})
