import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NewGame } from '../../../../src/core/contract/stored'
import { LabError } from '../../../../src/core/errors'
import { MOVES } from '../../../../src/core/games/twenty48/board'
import { CommandGame } from '../../../../src/main/lab/play/commandGame'
import { builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'
import { cleanUp, newFolder } from '../../store/storeSupport'
import { thesisPlayer } from '../../../support/threads'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  return cleanUp()
})

/** A game of a command beside a library that the test fills. */
function begun() {
  const rows: NewGame[] = []
  const lent: string[] = []
  const told: (string | undefined)[] = []
  let problem: LabError | undefined
  const games = {
    add: async (game: NewGame) => rows.push(game) - 1,
    get: async (id: number) => rows[id] && { ...rows[id], id },
    goOn: async (id: number, game: NewGame) => void (rows[id] = game),
  }
  const write = async (use: (store: unknown) => Promise<unknown>) => {
    lent.push(problem?.code ?? 'written')
    if (problem) throw problem
    return use({ games })
  }
  const searched = { report: { values: {} }, player: thesisPlayer({ depth: 0 }) }
  const context = { home: newFolder(), env: {}, store: { write }, engine: { pool: { search: async () => searched } } } as never
  const [profile] = builtInProfiles()
  const order = { player: thesisPlayer({ depth: 0 }), profile: profile!, seed: 1, saves: true }
  const game = new CommandGame(context, { ...order, onUnsaved: view => told.push(view?.problem.code) })
  const play = () => MOVES.some(move => game.slide(move))
  const fail = (next: LabError | undefined) => void (problem = next)
  return { rows, lent, told, game, play, fail }
}

test('a game in progress is written once a minute, into one row, and at its end', async () => {
  const { rows, lent, game, play } = begun()
  play()
  await vi.advanceTimersByTimeAsync(59_000)
  play()
  expect(lent).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(rows.map(({ slides }) => slides)).toEqual([2])
  play()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(lent).toHaveLength(1)
  expect(await game.end()).toEqual({ id: 0 })
  expect(rows.map(({ slides }) => slides)).toEqual([3])
  await vi.advanceTimersByTimeAsync(120_000)
  expect([lent.length, vi.getTimerCount()]).toEqual([2, 0])
})

test('a number that is another game since a restore, or none since a deletion, is not overwritten', async () => {
  const { rows, game, play } = begun()
  play()
  await vi.advanceTimersByTimeAsync(60_000)
  const [own] = rows
  const other = { ...own!, seed: 7 }
  rows[0] = other
  play()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([rows[0], rows[1]?.slides]).toEqual([other, 2])
  rows.length = 1
  play()
  expect(await game.end()).toEqual({ id: 1 })
  expect([rows[0], rows[1]?.slides]).toEqual([other, 3])
})

test('a failed write is reported, and tried again soon', async () => {
  const { lent, told, game, play, fail } = begun()
  fail(new LabError('STORE_LOCKED', 'in use'))
  play()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([told, game.unsaved?.retries]).toEqual([['STORE_LOCKED'], true])
  await vi.advanceTimersByTimeAsync(3_000) // after 1 and 2 seconds
  expect(lent).toHaveLength(3)
  fail(undefined)
  await vi.advanceTimersByTimeAsync(4_000)
  expect([told, game.unsaved]).toEqual([['STORE_LOCKED', undefined], undefined])
  expect(await game.end()).toEqual({ id: 0 })
  expect(lent).toHaveLength(4)
})

test('what the library cannot have in the end is in a rescue file', async () => {
  const { game, play, fail } = begun()
  fail(new LabError('STORE_LOCKED', 'in use'))
  play()
  const { id, unstored } = await game.end()
  expect([id, unstored?.problem.code]).toEqual([null, 'STORE_LOCKED'])
  expect(unstored?.file).toMatch(/2048-lab-rescued-/)
  expect(vi.getTimerCount()).toBe(0)
})
