/** What a lab leaves where it cannot save, and what the next one makes of it. */
import { closeSync, openSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { CurrentGame, GameQuery, NewGame } from '../../../../src/core/contract/stored'
import { startGame } from '../../../../src/core/games/twenty48/playGame'
import { LabError } from '../../../../src/core/errors'
import { GameSaver } from '../../../../src/main/lab/play/gameSaver'
import { encodeTurns } from '../../../../src/core/games/twenty48/turnBytes'
import { createLab } from '../../../../src/main/lab/lab'
import { missingStore } from '../../../../src/main/lab/ground/storeLease'
import { openLabData } from '../../../../src/main/lab/context/labData'
import { LabGame } from '../../../../src/main/lab/games/labGame'
import { paced } from '../../../../src/main/lab/ground/throttle'
import { findRescues } from '../../../../src/main/lab/saving/rescue'
import { makeRescue, parseRescue } from '../../../../src/main/lab/saving/rescueFile'
import type { Analysis } from '../../../../src/main/lab/play/analysis'
import type { Play } from '../../../../src/main/lab/play/play'
import { playHandlers } from '../../../../src/main/lab/play/playFeature'
import type { LeavingRow, UnsavedGame } from '../../../../src/main/lab/saving/unsavedWork'
import { dataFile } from '../../../../src/main/store/opening'
import type { Store } from '../../../../src/main/store/store'
import type { SmallDisk } from '../../../support/fullDisk'
import { openLab, ownHome, pageOf, slide, type OpenLab } from '../../../support/openedLabs'
import { newFolder, openReader, openWriter, playSome, sampleGame, sampleValues } from '../../store/storeSupport'
import { testScope } from '../../../support/testScope'

vi.setConfig({ testTimeout: 60_000 })

const query: GameQuery = { sort: 'created', descending: false, offset: 0, limit: 200 }
const PAGE = 4096

const own = ownHome()

async function rowsOf({ call }: OpenLab): Promise<(number | null)[][]> {
  return (await call.games(query)).rows.map(({ seed, slides }) => [seed, slides])
}

describe('data whose folder is gone and that can be copied nowhere', () => {
  test('cost what was stored in them, and not what was played since', async () => {
    const folder = join(newFolder(), 'data')
    const data = await openLabData({ folder, program: 'a test' })
    const rescueDatabase = () => Promise.reject(new LabError('STORE_FULL', 'no room for all of it'))
    const lab = pageOf(createLab({ host: 'browser', data, rescueDatabase }))
    await lab.call.newGame({ seed: 5 })
    await slide(lab, 1)
    await lab.lab.flush()
    rmSync(folder, { recursive: true })
    await lab.call.newGame({ seed: 6 })
    const work = await lab.close()
    expect(work).toMatchObject({
      games: [{ seed: 5 }],
      problem: { message: expect.stringMatching(/no room for all of it/) as string },
    })
    expect(work!.database).toBeUndefined()
    if ('store' in data) await expect(data.store.games.count({})).rejects.toMatchObject({ code: 'CANCELLED' }) // it is closed
  })
})

describe('a file with damaged pages, which nothing can be written to any more', () => {
  async function openDamaged(): Promise<OpenLab> {
    const folder = newFolder()
    const store = await openWriter(folder)
    await store.games.addAll(Array.from({ length: 400 }, (_, i) => sampleGame(i)))
    await store.close()
    const lab = await openLab(folder)
    const copy = join(folder, 'copy.db')
    await lab.call.backUpData({ file: copy })
    const file = openSync(dataFile(folder), 'r+')
    const pages = statSync(dataFile(folder)).size / PAGE
    for (let page = 40; page < pages; page++) writeSync(file, Buffer.alloc(PAGE, 0xee), 0, PAGE, page * PAGE)
    closeSync(file)
    await lab.call.newGame({ seed: 1005 })
    await slide(lab, 20)
    await lab.call.newGame({ seed: 1006 })
    const view = await lab.call.saveNow(undefined)
    expect(view).toMatchObject({ problem: { code: 'BAD_STORE', detail: { fault: 'damaged' } } })
    expect(view!.problem.message).toMatch(/lab data salvage/)
    return lab
  }

  test('can be salvaged, and what was played since goes along', async () => {
    const lab = await openDamaged()
    await lab.call.salvageData(undefined)
    expect(await lab.call.saveNow(undefined)).toBeNull()
    expect((await lab.call.hello(undefined)).game.seed).toBe(1006)
    expect(await rowsOf(lab)).toContainEqual([1005, 20])
  })
})

describe('work of a full disk', () => {
  test('that a kill leaves both stored and in its file is stored once', async ({ skip }) => {
    const disk = own.makeDisk()
    if (!disk) return skip()
    const lab = await openLab(disk.folder)
    disk.fill()
    await lab.call.newGame({ seed: 5 })
    await slide(lab, 30)
    await lab.call.newGame({ seed: 6 })
    const { file } = (await lab.close())!
    disk.free()
    const next = await openLab(disk.folder)
    expect(await rowsOf(next)).toEqual([[5, 30]])
    await next.close()
    renameSync(`${file!}.taken`, file!)
    expect(await rowsOf(await openLab(disk.folder))).toEqual([[5, 30]])
  })

  /** A game of 20 slides that is in the library and on the board again, on a disk that is full by now. */
  async function openTakenBack(disk: SmallDisk): Promise<OpenLab> {
    const lab = await openLab(disk.folder)
    await lab.call.newGame({ seed: 5 })
    await slide(lab, 20)
    const { id } = await lab.call.newGame({ seed: 6 })
    await lab.call.saveNow(undefined)
    expect(await rowsOf(lab)).toEqual([[5, 20]])
    disk.fill()
    // a journal that was written before has some room in it
    for (let i = 0; (await lab.call.setPreferences({ theme: i % 2 ? 'dark' : 'light' })).saved; i++);
    await lab.call.takeBackGame({ id })
    return lab
  }

  test('continues with a game that was taken back, and its row leaves the library', async ({ skip }) => {
    const disk = own.makeDisk()
    if (!disk) return skip()
    const lab = await openTakenBack(disk)
    await slide(lab, 10)
    expect(await lab.call.saveNow(undefined)).toMatchObject({ problem: { code: 'STORE_FULL' } })
    expect(await rowsOf(lab)).toEqual([[5, 20]])
    const { slides } = (await lab.call.hello(undefined)).game
    await lab.close()
    disk.free()
    const next = await openLab(disk.folder)
    expect((await next.call.hello(undefined)).game).toMatchObject({ seed: 5, slides })
    expect(await rowsOf(next)).toEqual([])
    await next.call.newGame({ seed: 9 })
    expect(await rowsOf(next)).toEqual([[5, slides]])
  })
})

describe('what is carried into a library', () => {
  const leaving = (id: number, game = sampleGame(5)) => ({ id, seed: game.seed, score: game.score, slides: game.slides })

  /** A keeper of a game on the board, which takes over this. */
  async function carry(store: Store, games: UnsavedGame[], rows: LeavingRow[]): Promise<void> {
    const keeper = new GameSaver(
      testScope(),
      store,
      () => LabGame.begin(startGame(1), 1, 'seed').record,
      () => {},
    )
    keeper.carry(games, rows)
    expect(await keeper.flush()).toBeUndefined()
    expect(keeper.unsaved).toEqual({ games: [], leaving: [], hasBoard: false })
  }

  test('continues in the row that has the game so far, and in no other', async () => {
    const store = await openWriter()
    const [id, other] = await store.games.addAll([sampleGame(5), sampleGame(6)])
    await carry(store, [{ ...sampleGame(5, {}, 30), row: id }], [])
    expect(await store.games.get(id!)).toMatchObject({ seed: 5, slides: 30 })
    await carry(store, [{ ...sampleGame(7), row: other }], [])
    expect(await store.games.get(other!)).toMatchObject({ seed: 6, slides: 20 })
    expect(await store.games.count({})).toBe(3)
  })

  test('leaves a row that is another game by now, and one that is the game as it ended', async () => {
    const store = await openWriter()
    const [id, other] = await store.games.addAll([sampleGame(5), sampleGame(6)])
    await carry(store, [], [leaving(other!)])
    await carry(store, [sampleGame(5)], [leaving(id!)])
    expect(await store.games.count({})).toBe(2)
    await carry(store, [], [leaving(id!)])
    expect(await store.games.get(id!)).toBeUndefined()
  })
})

describe('a rescue file', () => {
  const values = [
    sampleValues(Float64Array.of(1.5, NaN, Infinity, -0), 3, 'one'),
    { ...sampleValues(Float64Array.of(0.1, 0.2), 0, 'two'), profile: null, depths: null },
  ]

  /** A file with a game and a board that have values of two players. */
  async function written(): Promise<string> {
    const { seed, played } = sampleGame(5)
    const begun = LabGame.begin(startGame(7), 7, 'seed')
    const board = await paced(LabGame.resume({ ...begun.record, turns: encodeTurns(playSome(7, 10).turns), played: 8, values }))
    const work = { problem: { code: 'STORE_FULL', message: 'full' } as const, leaving: [], drafts: [], preferences: {} }
    return makeRescue({ ...work, games: [sampleGame(seed!, { played: { ...played!, values } })], boards: [board] }, '/data')
  }

  test('has the values of every player, of games and of the board', async () => {
    const { games, boards } = (await parseRescue(await written(), 'it')).work
    expect(games[0]!.played!.values).toEqual(values)
    expect(boards[0]!.history.values).toEqual(values)
  })

  test.each([
    ['values of more boards than there are', (each: Told) => (each.first = 18)],
    ['no base64', (each: Told) => (each.values = '?')],
  ])('with %s is refused by name', async (_, spoil) => {
    const file = JSON.parse(await written()) as { games: { values: Told[] }[] }
    spoil(file.games[0]!.values[0]!)
    await expect(parseRescue(JSON.stringify(file), 'it')).rejects.toMatchObject({
      code: 'BAD_FILE',
      message: expect.stringMatching(/^it: game 1: /) as string,
    })
  })
})

interface Told {
  hash: string
  first: number
  values: string
  depths: string
}

test('a game is not taken back while there is no room for the one on the board', async () => {
  const taken: number[] = []
  const play = { takeBack: (id: number) => taken.push(id) } as unknown as Play
  const handlers = playHandlers(play, {} as unknown as Analysis, {} as never, () =>
    Promise.reject(new LabError('STORE_FULL', 'no room')),
  )
  await expect(handlers.takeBackGame({ id: 3 })).rejects.toMatchObject({ code: 'STORE_FULL' })
  expect(taken).toEqual([])
})

describe('a keeper of games', () => {
  const board = () => LabGame.begin(startGame(1), 1, 'seed').record

  test('takes a game that came back out of the library only after the board is stored', async () => {
    const store = await openWriter()
    let isFull = false
    const save = (game: CurrentGame) =>
      isFull ? Promise.reject(new LabError('STORE_FULL', 'full')) : store.currentGame.save(game)
    const keeper = new GameSaver(
      testScope(),
      { games: store.games, currentGame: { ...store.currentGame, save } },
      board,
      () => {},
    )
    const game = sampleGame(5)
    keeper.save(game)
    expect(await keeper.flush()).toBeUndefined()
    isFull = true
    keeper.takeBack(game)
    expect(await keeper.flush()).toMatchObject({ code: 'STORE_FULL' })
    expect(await store.games.count({})).toBe(1)
    expect(keeper.unsaved.leaving).toMatchObject([{ seed: 5, slides: 20 }])
    isFull = false
    expect(await keeper.flush()).toBeUndefined()
    expect(await store.games.count({})).toBe(0)
  })

  test('saves a game that is played elsewhere from its first move on, in one row', async () => {
    const folder = newFolder()
    const store = await openWriter(folder)
    let isFull = false
    const games = {
      ...store.games,
      goOn: (id: number, now: NewGame) =>
        isFull ? Promise.reject(new LabError('STORE_FULL', 'full')) : store.games.goOn(id, now),
    }
    const keeper = new GameSaver(testScope(), { games, currentGame: store.currentGame }, board, () => {})
    let slides = 0
    const game = keeper.follow(() => sampleGame(5, {}, slides))
    const play = async (until: number) => {
      slides = until
      game.changed()
      return keeper.flush()
    }
    expect(await play(0)).toBeUndefined()
    expect(await store.games.count({})).toBe(0)
    expect(await play(3)).toBeUndefined()
    expect(await play(7)).toBeUndefined()
    // what a lab finds that starts after this one was killed
    const [row] = await (await openReader(folder)).games.window(query)
    expect(row).toMatchObject({ seed: 5, slides: 7, over: false })

    isFull = true
    expect(await play(9)).toMatchObject({ code: 'STORE_FULL' })
    expect(keeper.unsaved.games).toMatchObject([{ slides: 9, row: row!.id }])
    isFull = false
    expect(await keeper.flush()).toBeUndefined()
    expect(keeper.unsaved.games).toEqual([])

    await store.games.remove([row!.id])
    expect(await play(11)).toBeUndefined()
    expect(await store.games.count({})).toBe(0)
    slides = 12
    game.end()
    expect(await keeper.flush()).toBeUndefined()
    expect(await store.games.window(query)).toMatchObject([{ slides: 12 }])
  })

  test('has a game once that ends while its first moves are written', async () => {
    const store = await openWriter()
    const keeper = new GameSaver(testScope(), store, board, () => {})
    let slides = 1
    const game = keeper.follow(() => sampleGame(5, {}, slides))
    game.changed()
    const first = keeper.flush()
    slides = 2
    game.end()
    await first
    expect(await keeper.flush()).toBeUndefined()
    expect(await store.games.window(query)).toMatchObject([{ slides: 2 }])
  })

  test('refuses another game while 1,000 wait', async () => {
    const keeper = new GameSaver(testScope(), missingStore({ code: 'STORE_LOCKED', message: 'in use' }), board, () => {})
    const game = sampleGame(5)
    for (let i = 0; i < 999; i++) keeper.save(game)
    await keeper.requireRoom()
    keeper.save(game)
    await expect(keeper.requireRoom()).rejects.toMatchObject({
      code: 'STORE_LOCKED',
      message: expect.stringMatching(/1000 games wait/) as string,
    })
  })
})

test('a copy of all data is found in any place for such files, whichever user has it', async () => {
  const [folder, home] = [newFolder(), newFolder()]
  const name = '2048-lab-rescued-20260101T000000000Z-1'
  const database = join(home, `${name}.db`)
  writeFileSync(database, '', { mode: 0o600 })
  const work = { games: [], leaving: [], boards: [], drafts: [], preferences: {}, database }
  const text = await makeRescue({ ...work, problem: { code: 'BAD_STORE', message: 'gone' } }, folder)
  writeFileSync(join(folder, `${name}.json`), text, { mode: 0o600 })
  const { found, problems } = await findRescues(folder, { HOME: home })
  expect([found.map(rescue => rescue.work.database), problems]).toEqual([[database], []])
})
