/** Tournaments of the window: begun, paused, killed, gone on with, looked at. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Arg, TournamentView } from '../../../../src/core/contract/calls'
import { readMatch } from '../../../../src/core/contract/matches'
import { playMatch } from '../../../../src/core/match/playMatch'
import type { ArenaGame } from '../../../../src/core/contract/files'
import type { Pool } from '../../../../src/main/compute/pool/pool'
import { Tournaments } from '../../../../src/main/lab/arena/tournaments'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'
import { missingStore } from '../../../../src/main/lab/ground/storeLease'
import type { Store } from '../../../../src/main/store/store'
import { cleanUp, damage, newFolder, openWriter } from '../../store/storeSupport'

let store: Store
beforeEach(async () => {
  store = await openWriter()
})
const opened: Tournaments[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
  await cleanUp()
})

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

function openTournaments(pool = poolHere()) {
  const jobs = new Jobs(() => undefined)
  const tournaments = new Tournaments({ pool, jobs, store, onRow: () => undefined, onFailure: error => expect.fail(String(error)) }) // oxfmt-ignore
  opened.push(tournaments)
  return tournaments
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
    found = (await tournaments.list())[0]
    expect(found?.state).toBe(state)
  })
  return found!
}

/** The lines of the file of the only tournament. */
async function fileOf(tournaments: Tournaments) {
  const [{ id }] = (await tournaments.list()) as [TournamentView]
  let { text, next } = await tournaments.exported(id)
  for (; next !== null;) {
    const part = await tournaments.exported(id, next)
    text += part.text
    next = part.next
  }
  return text.trimEnd().split('\n')
}

/** All of the games that does not follow from the clock. */
async function keptIn(tournaments: Tournaments) {
  const [, ...lines] = await fileOf(tournaments)
  return lines.map(line => JSON.parse(line) as ArenaGame).map(({ ms: _a, longestMs: _b, processorMs: _c, ...game }) => game)
}

describe('a tournament', () => {
  test('is played, and its table and games are those of its file', async () => {
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
    const kept = (await keptIn(tournaments))[2]!
    expect(rows[0]).toMatchObject({ seats: kept.seats, ended: kept.ended, moves: kept.edges.length })
    const course = await tournaments.course(id, 3)
    expect(course.edges).toEqual(kept.edges)
    expect(course.at(0).state).toBe(kept.start)
    await expect(tournaments.course(id, 13)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('has the name that it was given, until it gets another; without one, none', async () => {
    const tournaments = openTournaments()
    const { id } = await tournaments.start({ ...ORDER, games: 2, name: 'Greedy and others' })
    expect((await until(tournaments, 'finished')).name).toBe('Greedy and others')
    expect(await tournaments.rename(id, 'My cup')).toMatchObject({ id, name: 'My cup' })
    await tournaments.remove([id])
    expect(await tournaments.start({ ...ORDER, games: 2 })).not.toHaveProperty('name')
  })

  test('counts the moves that were made, not the search that exceeded the clock', async () => {
    let ms = 0
    const tournaments = openTournaments(poolHere(Infinity, () => (ms += 10)))
    const { id } = await tournaments.start({ ...ORDER, players: ORDER.players.slice(0, 2), clockMs: 45 })
    await until(tournaments, 'finished')
    const { rows } = await tournaments.games(id, 0, 10)
    expect(rows.map(({ fault }) => fault?.reason)).toContain('clock')
    expect(rows.map(({ moves }) => moves)).toEqual((await keptIn(tournaments)).map(({ edges }) => edges.length))
  })

  test('that was killed is listed as unfinished, and continues to the same games', async () => {
    const whole = openTournaments()
    const { id } = await whole.start(ORDER)
    await until(whole, 'finished')
    const expected = await keptIn(whole)
    store = await openWriter()

    const killed = openTournaments(poolHere(5))
    await killed.start(ORDER)
    await killed.settled(id)
    expect(await until(killed, 'unfinished')).toMatchObject({ done: 5, total: 12 })

    const next = openTournaments()
    expect(await until(next, 'unfinished')).toMatchObject({ id, done: 5, total: 12 })
    expect(await next.resume(id)).toMatchObject({ state: 'running' })
    await until(next, 'finished')
    expect(await keptIn(next)).toEqual(expected)
  })

  test('one of whose games is damaged in the store plays that one again', async () => {
    const folder = newFolder()
    store = await openWriter(folder)
    const tournaments = openTournaments()
    const { id } = await tournaments.start(ORDER)
    await until(tournaments, 'finished')
    const expected = await keptIn(tournaments)
    await store.close()
    damage(folder, `UPDATE run_lines SET line = '{}' WHERE number = 7`)
    store = await openWriter(folder)
    const next = openTournaments()
    expect(await next.table(id)).toMatchObject({ games: 11 })
    expect(await until(next, 'unfinished')).toMatchObject({ done: 11, total: 12 })
    await next.resume(id)
    await until(next, 'finished')
    expect(await keptIn(next)).toEqual(expected)
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
    expect(await openTournaments().list()).toHaveLength(5) // a kill loses none
    await vi.waitFor(async () => expect((await tournaments.list()).every(({ state }) => state === 'finished')).toBe(true), 20_000) // oxfmt-ignore
  })

  test('is not resumed by a lab that is being closed', async () => {
    const tournaments = openTournaments()
    const { id } = await tournaments.start(ORDER)
    const closed = tournaments.close()
    await expect(tournaments.resume(id)).rejects.toThrow('being closed')
    await closed
  })

  test('that was deleted is restored with its games, unless it was begun anew', async () => {
    const tournaments = openTournaments()
    const { id } = await tournaments.start(ORDER)
    await until(tournaments, 'finished')
    const games = await keptIn(tournaments)
    await tournaments.remove([id])
    expect(await tournaments.list()).toEqual([])
    await expect(tournaments.table(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await tournaments.restore([id])).toBe(1)
    expect(await tournaments.list()).toMatchObject([{ id, state: 'finished', done: 12 }])
    expect(await keptIn(tournaments)).toEqual(games)

    await tournaments.remove([id])
    expect(await tournaments.start(ORDER)).toMatchObject({ done: 0, state: 'running' })
    await until(tournaments, 'finished')
    expect((await tournaments.games(id, 0, 50)).total).toBe(12)
    await expect(tournaments.restore([id])).rejects.toMatchObject({ code: 'NAME_TAKEN' })
  })

  test('that another lab began is not resumed: its games would be others', async () => {
    const killed = openTournaments(poolHere(5))
    const { id } = await killed.start(ORDER)
    await killed.settled(id)
    const [run] = await store.lineRuns.list('2048-lab-arena')
    await store.lineRuns.change(run!.id, { head: { ...(run!.head as object), lab: '0.0.1' } })
    const next = openTournaments()
    await expect(next.resume(id)).rejects.toThrow('2048 Lab 0.0.1 began this tournament')
    await expect(next.start({ ...ORDER, games: 6 })).rejects.toThrow('they differ in lab')
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
})

test('without a data folder none is started', async () => {
  store = missingStore()
  for (let i = 0; i < 2; i++) await expect(openTournaments().start(ORDER)).rejects.toMatchObject({ code: 'BAD_STORE' })
})
