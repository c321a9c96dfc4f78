/** Tournaments of the window: begun, paused, killed, gone on with, looked at. */
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Arg, Result, TournamentView } from '../../../../src/core/contract/calls'
import { readMatch } from '../../../../src/core/contract/matches'
import { playMatch } from '../../../../src/core/match/playMatch'
import type { ArenaGame } from '../../../../src/core/contract/files'
import type { Pool } from '../../../../src/main/compute/pool/pool'
import { Tournaments } from '../../../../src/main/lab/arena/tournaments'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'

const root = mkdtempSync(join(tmpdir(), 'lab-tournaments-'))
let folder = ''
beforeEach(() => {
  folder = join(mkdtempSync(join(root, 'case-')), 'arena')
})
afterAll(() => rmSync(root, { recursive: true }))

/** Plays here, a game at a time; stops after so many, as a kill does. */
function poolHere(most = Infinity, now = () => 0): Pick<Pool, 'playMatches'> {
  let played = 0
  return {
    async playMatches(matches, { onMatch }, { signal } = {}) {
      for (const [i, order] of matches.entries()) {
        await new Promise(resolve => setImmediate(resolve))
        if (signal?.aborted || played >= most) return
        onMatch(playMatch(readMatch(order), { now }), i)
        played++
      }
    },
  }
}

function openTournaments(pool = poolHere(), at: string | undefined = folder) {
  const jobs = new Jobs(() => undefined)
  return new Tournaments({ pool, jobs, folder: at, onRow: () => undefined, onFailure: error => expect.fail(String(error)) })
}

const ORDER: Arg<'startTournament'> = {
  game: 'cantGoBack',
  boards: [],
  players: ['greedy', 'random', 'alphaBeta:depth=2'].map(player => ({ name: player, player })),
  games: 4,
  seed: 5,
}

async function until(tournaments: Tournaments, state: TournamentView['state']): Promise<TournamentView> {
  let found: TournamentView | undefined
  await vi.waitFor(async () => {
    found = (await tournaments.list()).tournaments[0]
    expect(found?.state).toBe(state)
  })
  return found!
}

/** All of the games that does not follow from the clock. */
function keptIn() {
  const [name] = readdirSync(folder)
  const lines = readFileSync(join(folder, name!), 'utf8').trimEnd().split('\n').slice(1)
  return lines
    .map(line => JSON.parse(line) as ArenaGame)
    .map(({ ms: _a, longestMs: _b, processorMs: _c, ...game }) => game)
    .toSorted((a, b) => a.game - b.game)
}

describe('a tournament', () => {
  test('is played, and its table and games are what the file has', async () => {
    const tournaments = openTournaments()
    const { id, total } = await tournaments.start(ORDER)
    expect(total).toBe(12)
    expect(await until(tournaments, 'finished')).toMatchObject({ id, done: 12, total: 12 })
    const table = await tournaments.table(id)
    expect(table).toMatchObject({ games: 12, reproducible: true })
    expect(table.players.reduce((sum, { points }) => sum + points, 0)).toBe(12)
    expect(table.pairings.map(({ players }) => players)).toEqual([[0, 1], [0, 2], [1, 2]]) // oxfmt-ignore
    const { rows, total: games } = await tournaments.games(id, 2, 3)
    expect([games, rows.map(({ number }) => number)]).toEqual([12, [3, 4, 5]])
    const kept = keptIn()[2]!
    expect(rows[0]).toMatchObject({ seats: kept.seats, ended: kept.ended, moves: kept.edges.length })
    const course = await tournaments.course(id, 3)
    expect(course.edges).toEqual(kept.edges)
    expect(course.at(0).state).toBe(kept.start)
    await expect(tournaments.course(id, 13)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('counts the moves that were made, not the search that exceeded the clock', async () => {
    let ms = 0
    const tournaments = openTournaments(poolHere(Infinity, () => (ms += 10)))
    const { id } = await tournaments.start({ ...ORDER, players: ORDER.players.slice(0, 2), clockMs: 45 })
    await until(tournaments, 'finished')
    const { rows } = await tournaments.games(id, 0, 10)
    expect(rows.map(({ fault }) => fault?.reason)).toContain('clock')
    expect(rows.map(({ moves }) => moves)).toEqual(keptIn().map(({ edges }) => edges.length))
  })

  test('that was killed is listed as unfinished, and continues to the same games', async () => {
    const whole = openTournaments()
    await whole.start(ORDER)
    await until(whole, 'finished')
    const expected = keptIn()
    rmSync(folder, { recursive: true })

    const killed = openTournaments(poolHere(5))
    const { id } = await killed.start(ORDER)
    expect(await until(killed, 'unfinished')).toMatchObject({ done: 5, total: 12 })
    appendFileSync(join(folder, readdirSync(folder)[0]!), '{"game":7,"sea') // the kill cut a line off

    const next = openTournaments()
    expect(await until(next, 'unfinished')).toMatchObject({ id, done: 5, total: 12 })
    expect(await next.resume(id)).toMatchObject({ state: 'running' })
    await until(next, 'finished')
    expect(keptIn()).toEqual(expected)
  })

  test('has Elo that JSON can hold where one wins every game', async () => {
    const tournaments = openTournaments()
    const { id } = await tournaments.start({ ...ORDER, players: [ORDER.players[2]!, ORDER.players[1]!], games: 2 })
    await until(tournaments, 'finished')
    const { players, pairings } = await tournaments.table(id)
    expect([...players, ...pairings].map(({ elo }) => elo)).toEqual(['∞', '−∞', '∞'])
  })

  test('is paused and continued; started again with more games it continues as well', async () => {
    const tournaments = openTournaments()
    const { id } = await tournaments.start(ORDER)
    expect(await tournaments.start(ORDER)).toMatchObject({ state: 'running' })
    await expect(tournaments.start({ ...ORDER, games: 6 })).rejects.toThrow('4 games per pair: pause it to add more')
    await tournaments.pause(id)
    const paused = await until(tournaments, 'unfinished')
    expect(paused.done).toBeLessThan(12)
    await tournaments.resume(id)
    await until(tournaments, 'finished')
    await tournaments.start({ ...ORDER, games: 6 })
    expect(await until(tournaments, 'finished')).toMatchObject({ done: 18, total: 18 })
    expect(await until(openTournaments(), 'finished')).toMatchObject({ done: 18, total: 18 })
  })

  test('resumed while its pause is not over yet runs, and is not paused', async () => {
    const tournaments = openTournaments()
    const { id } = await tournaments.start(ORDER)
    const [, resumed] = await Promise.all([tournaments.pause(id), tournaments.resume(id)])
    expect(resumed.state).toBe('running')
    expect(await until(tournaments, 'finished')).toMatchObject({ done: 12 })
    await expect(tournaments.pause('0123456789abcdef')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('waits while four others run, and then runs', async () => {
    const tournaments = openTournaments()
    const states: string[] = []
    for (const seed of [1, 2, 3, 4, 5]) states.push((await tournaments.start({ ...ORDER, seed, games: 40 })).state)
    expect(states).toEqual(['running', 'running', 'running', 'running', 'waiting'])
    expect((await openTournaments().list()).tournaments).toHaveLength(5) // a kill loses none
    await vi.waitFor(async () => expect((await tournaments.list()).tournaments.every(({ state }) => state === 'finished')).toBe(true), 20_000) // oxfmt-ignore
  })

  test('is not resumed by a lab that is being closed', async () => {
    const tournaments = openTournaments()
    const { id } = await tournaments.start(ORDER)
    const closed = tournaments.close()
    await expect(tournaments.resume(id)).rejects.toThrow('being closed')
    await closed
  })

  test('whose file is deleted while it runs does not finish, and stays in the list with why', async () => {
    let listed: Promise<Result<'tournaments'>> | undefined
    const pool: Pick<Pool, 'playMatches'> = {
      playMatches: (matches, { onMatch, onLost }, options) =>
        poolHere().playMatches(
          matches,
          {
            onLost,
            onMatch(result, i) {
              onMatch(result, i)
              if (i === 5) {
                rmSync(folder, { recursive: true })
                listed = tournaments.list()
              }
            },
          },
          options,
        ),
    }
    const tournaments = openTournaments(pool)
    await tournaments.start(ORDER)
    const { done, problem } = await until(tournaments, 'unfinished')
    expect([done, problem?.message]).toEqual([0, expect.stringMatching(/deleted or replaced/)])
    expect((await listed)!.tournaments).toHaveLength(1)
  })

  test('of a file that does not say how many games are wanted has as many as it holds', async () => {
    const tournaments = openTournaments()
    const { id } = await tournaments.start(ORDER)
    await until(tournaments, 'finished')
    const [name] = readdirSync(folder)
    const [head = '', ...games] = readFileSync(join(folder, name!), 'utf8').trimEnd().split('\n')
    const { games: _, ...older } = JSON.parse(head) as { games: number }
    writeFileSync(join(folder, name!), [JSON.stringify(older), ...games, ''].join('\n'))
    expect(await until(openTournaments(), 'finished')).toMatchObject({ id, done: 12, total: 12 })
  })

  test('is deleted with its file', async () => {
    const tournaments = openTournaments()
    const { id } = await tournaments.start(ORDER)
    await tournaments.remove([id])
    expect(readdirSync(folder)).toEqual([])
    expect((await tournaments.list()).tournaments).toEqual([])
    await expect(tournaments.table(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('what cannot be played is refused, naming the field', async () => {
  const tournaments = openTournaments()
  const refusal = async (change: Partial<Arg<'startTournament'>>) =>
    tournaments.start({ ...ORDER, ...change }).then(
      () => 'started',
      (error: unknown) => (error as Error).message,
    )
  const players = (...texts: string[]) => ({ players: texts.map(player => ({ name: player, player })) })
  expect(await refusal(players('greedy', 'nobody'))).toMatch(/^players\.1\.player: "nobody" is not a searcher/)
  expect(await refusal({ games: 2000 })).toMatch(/^games: 6000 games are more than the 5000/)
  expect(await refusal({ boards: ['1,0,2', '1,0,x'] })).toMatch(/^boards\.1/)
  await expect(openTournaments(poolHere(), undefined).list()).resolves.toEqual({ tournaments: [], unreadable: [] })
})

test('without a data folder none is started, and a file that cannot be read is named', async () => {
  const nowhere = new Tournaments({
    ...{ pool: poolHere(), jobs: new Jobs(() => undefined), folder: undefined },
    ...{ onRow: () => undefined, onFailure: () => undefined },
  })
  for (let i = 0; i < 6; i++) await expect(nowhere.start(ORDER)).rejects.toMatchObject({ code: 'BAD_STORE' })
  const tournaments = openTournaments()
  await tournaments.start(ORDER)
  await until(tournaments, 'finished')
  writeFileSync(join(folder, 'arena-00000000.jsonl'), '{"format":"2048-lab-arena","version":9}\n')
  const { tournaments: list, unreadable } = await openTournaments().list()
  expect(list).toHaveLength(1)
  expect(unreadable).toMatchObject([{ file: 'arena-00000000.jsonl' }])
  expect(unreadable[0]!.problem).toMatch(/version/)
})

test('a folder that cannot be read is named, and read once it can be', async () => {
  writeFileSync(folder, '')
  const tournaments = openTournaments()
  await expect(tournaments.list()).rejects.toMatchObject({ code: 'BAD_FILE' })
  rmSync(folder)
  expect(await tournaments.start(ORDER)).toMatchObject({ state: 'running' })
  await until(tournaments, 'finished')
})
