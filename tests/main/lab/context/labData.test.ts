import { afterEach, describe, expect, test, vi } from 'vitest'
import type { GameView } from '../../../../src/core/contract/calls'
import type { GameQuery, StoredGame } from '../../../../src/core/contract/stored'
import { legalMoves } from '../../../../src/core/games/twenty48/board'
import { startGame } from '../../../../src/core/games/twenty48/playGame'
import type { GameProvenance } from '../../../../src/main/lab/games/labGame'
import { closeLabs, openQuickLab, slide, type QuickLab } from '../../../support/openedLabs'
import { edit, newFolder, openReader, openWriter, sampleGame } from '../../store/storeSupport'
import { thesisPlayer } from '../../../support/threads'
import { decodeTurns } from '../../../core/support/boards'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

const player = thesisPlayer({ depth: 0 })
afterEach(closeLabs)

/** Every kept game, the first kept first. */
async function library(folder: string): Promise<(StoredGame & { provenance: GameProvenance })[]> {
  const reader = await openReader(folder)
  const rows = await reader.games.window({ sort: 'created', descending: false, offset: 0, limit: 100 })
  const games = await Promise.all(rows.map(({ id }) => reader.games.get(id)))
  await reader.close()
  return games as (StoredGame & { provenance: GameProvenance })[]
}

/** Those of the game that is stored as the one on the board. */
async function slidesIn(folder: string): Promise<number> {
  const reader = await openReader(folder)
  const game = await reader.currentGame.get()
  await reader.close()
  return game?.played ?? 0
}

/** All but what is of one run: the number, which counts its games, and whether one of them can come back. */
const same = ({ id: _, former: __, ...view }: GameView) => view

describe('a lab that is opened again', () => {
  test('has the same game on its board, with its undone slides and the tiles to come', async () => {
    const folder = newFolder()
    const first = await openQuickLab(folder)
    await first.call.newGame({ seed: 3 })
    await slide(first, 100)
    const ahead = await first.game()
    await first.call.undo({ slides: 40 })
    const left = await first.game()
    await first.close()

    const second = await openQuickLab(folder)
    expect(same(await second.game())).toEqual(same(left))
    expect(same(await second.call.redo({ slides: 40 }))).toEqual(same(ahead))
    await slide(second, 3)
    const other = await openQuickLab(newFolder())
    await other.call.newGame({ seed: 3 })
    await slide(other, 103)
    expect(same(await second.game())).toEqual(same(await other.game()))
    expect(second.failures).toEqual([])
  })

  test('continues with a set position and with its points', async () => {
    const folder = newFolder()
    const first = await openQuickLab(folder)
    const column = [{ value: 2 }, { value: 2 }, null, null]
    await first.call.setPosition({
      text: JSON.stringify({ grid: { size: 4, cells: [column, column, column, column] }, score: 120 }),
    })
    await slide(first, 5)
    const left = await first.game()
    await first.close()
    const second = await openQuickLab(folder)
    expect(same(await second.game())).toEqual(same(left))
    expect((await second.call.undo({ slides: 5 })).score).toBe(120)
  })

  test('writes a change within a second or two, without being closed', async () => {
    const folder = newFolder()
    const first = await openQuickLab(folder)
    await slide(first, 20)
    const { board } = await first.game()
    await expect.poll(() => slidesIn(folder), { timeout: 20_000, interval: 200 }).toBe(20)
    await first.close()
    expect((await (await openQuickLab(folder)).game()).board).toEqual(board)
  })

  test('begins another game where the stored one cannot be played through, and says so', async () => {
    const folder = newFolder()
    const first = await openQuickLab(folder)
    await slide(first, 20)
    await first.close()
    edit(folder, `UPDATE current_game SET random = '0000000000000000'`)
    const second = await openQuickLab(folder)
    expect((await second.game()).slides).toBe(0)
    expect(second.failures).toMatchObject([
      { code: 'BAD_FILE', message: expect.stringContaining('A new one was begun') as string },
    ])
  })
})

describe('the library', () => {
  test('gets a game that is left for another, with its turns and all that it follows from', async () => {
    const folder = newFolder()
    const lab = await openQuickLab(folder)
    await lab.call.newGame({ seed: 7 })
    await slide(lab, 30)
    const left = await lab.game()
    await lab.call.undo({ slides: 10 })
    await lab.call.newGame({ seed: 8 })
    await lab.close()
    const [game, ...more] = await library(folder)
    expect(more).toEqual([])
    expect(game).toMatchObject({
      ...{ kind: 'person', profile: null, seed: 7, start: null, startScore: 0, over: false },
      ...{ score: left.score, slides: 30, board: left.board },
      provenance: { by: 'person', generator: 'splitmix64', engine: null },
    })
    expect(decodeTurns(game!.played!.turns)).toHaveLength(30)
    expect(game!.played!.values).toEqual([])
    expect(game!.started).toBeLessThanOrEqual(game!.ended!)
  })

  test('reports a change to every page, and answers where a game stands in an order', async () => {
    const lab = await openQuickLab(newFolder())
    const changed = (change: () => Promise<unknown>) =>
      new Promise<number>((resolve, reject) => {
        const forget = lab.on('library', ({ revision }) => {
          forget()
          resolve(revision)
        })
        change().catch(reject)
      })
    await lab.call.newGame({ seed: 7 })
    await slide(lab, 30)
    const kept = await changed(() => lab.call.newGame({ seed: 8 }))
    await slide(lab, 10)
    await changed(() => lab.call.newGame({ seed: 9 }))
    const order = { sort: 'slides', descending: false } as const
    const { rows } = await lab.call.games({ ...order, offset: 0, limit: 10 })
    const ids = rows.map(({ id }) => id)
    expect(rows.map(({ slides }) => slides)).toEqual([10, 30])
    expect(await lab.call.gameIds({ ...order, offset: 1, limit: 10 })).toEqual([ids[1]])
    expect(await lab.call.gamePlaces({ ...order, ids: [ids[1]!, 99, ids[0]!] })).toEqual([1, null, 0])
    expect(await lab.call.gamePlaces({ ...order, kind: 'bench', ids })).toEqual([null, null])
    expect(await changed(() => lab.call.annotateGame({ id: ids[0]!, notes: 'seven' }))).toBeGreaterThan(kept)
    expect((await lab.call.games({ ...order, text: 'SEVEN', offset: 0, limit: 10 })).rows).toMatchObject([{ id: ids[0] }])
    await changed(() => lab.call.deleteGames({ ids: [ids[0]!] }))
    expect(await lab.call.gamePlaces({ ...order, ids })).toEqual([null, 0])
    await changed(() => lab.call.restoreGames({ ids: [ids[0]!] }))
    expect(await lab.call.gamePlaces({ ...order, ids })).toEqual([0, 1])
    await expect(lab.call.annotateGame({ id: 99, notes: '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('gets a game that is over once, however often it is looked at again', async () => {
    const folder = newFolder()
    const lab = await openQuickLab(folder)
    await lab.call.setPosition({ text: '1213 2121 1212 2101' })
    while (!(await lab.game()).over) await slide(lab, 1)
    const over = await lab.game()
    await lab.call.undo({ slides: 1 })
    await lab.call.redo({ slides: 1 })
    await lab.close()
    const again = await openQuickLab(folder)
    expect((await again.game()).over).toBe(true)
    await again.call.newGame({})
    await again.close()
    const games = await library(folder)
    expect(games).toMatchObject([{ over: true, board: over.board, score: over.score, slides: over.slides }])
    expect(games[0]!.start).not.toBeNull()
  })

  test('gets another line of a game that was over as another game', async () => {
    const folder = newFolder()
    const lab = await openQuickLab(folder)
    await lab.call.newGame({ seed: 3 })
    while (!(await lab.game()).over) await slide(lab, 1)
    const { slides: total } = await lab.game()
    await lab.call.undo({ slides: 20 })
    const [, other] = legalMoves((await lab.game()).board)
    await lab.call.slide({ move: other! })
    await lab.call.newGame({})
    await lab.close()
    expect(await library(folder)).toMatchObject([{ slides: total }, { slides: total - 19, over: false }])
  })

  test('says that a person played with the help of the engine', async () => {
    const byHand = 2
    const folder = newFolder()
    const lab = await openQuickLab(folder)
    await lab.call.engineMove({ player })
    await slide(lab, byHand)
    await lab.call.startAutoplay({ player, speed: 'fastest' })
    lab.autoplays[0]!.play(10)
    await lab.call.newGame({})
    await lab.close()
    const [game] = await library(folder)
    const provenance = { by: 'both', engine: { threads: 2 } }
    expect(game).toMatchObject({ kind: 'person', profile: 'thesis', mixed: { byHand }, provenance })
    expect([...game!.played!.values[0]!.values].map(Number.isFinite)).toEqual([
      true,
      ...Array<boolean>(byHand).fill(false),
      ...Array<boolean>(10).fill(true),
    ])
    const ms = [...game!.played!.ms!]
    expect(ms.length).toBe(11 + byHand)
    expect(ms.every((each, i) => (i > 0 && i <= byHand ? each >= 0 : each === 2))).toBe(true) // as the pool says
  })

  test('counts the moves by hand in the line that is kept, undone slides and restarts included', async () => {
    const folder = newFolder()
    const first = await openQuickLab(folder)
    await slide(first, 3)
    await first.call.engineMove({ player })
    await first.call.engineMove({ player })
    await slide(first, 1)
    await first.close()
    const lab = await openQuickLab(folder)
    await lab.call.undo({ slides: 5 }) // one by hand stays
    await lab.call.redo({ slides: 1 }) // by hand, and made again by nobody
    const [, other] = legalMoves((await lab.game()).board)
    await lab.call.slide({ move: other! }) // the rest of the line is dropped
    await lab.call.engineMove({ player })
    await lab.call.newGame({})
    const { rows } = await lab.call.games({ sort: 'created', descending: true, offset: 0, limit: 1 })
    expect(rows).toMatchObject([{ slides: 4, mixed: { byHand: 3 } }])
    // and on from the library
    await lab.call.loadGame({ id: rows[0]!.id, slides: 4 })
    await lab.call.engineMove({ player })
    await slide(lab, 2)
    await lab.call.newGame({})
    await lab.close()
    expect((await library(folder)).map(({ slides: all, mixed }) => [all, mixed])).toEqual([
      [4, { byHand: 3 }],
      [7, { byHand: 5 }],
    ])
  })
})

describe('a page', () => {
  const query: GameQuery = { sort: 'created', descending: true, offset: 0, limit: 10 }

  async function withGames(count: number) {
    const lab = await openQuickLab(newFolder())
    for (let i = 0; i < count; i++) {
      await lab.call.newGame({ seed: 100 + i })
      await slide(lab, 10 + i)
    }
    await lab.call.newGame({})
    return lab
  }

  test('opens a kept game at any slide, with the same tiles to come, and it is not kept twice', async () => {
    const lab = await withGames(1)
    const [row] = (await lab.call.games(query)).rows
    const end = await lab.call.loadGame({ id: row!.id })
    expect(end).toMatchObject({ seed: 100, board: row!.board, score: row!.score, slides: 10, undo: 10, redo: 0 })
    const middle = await lab.call.loadGame({ id: row!.id, slides: 4 })
    expect(middle).toMatchObject({ slides: 4, undo: 4, redo: 6 })
    expect(same(await lab.call.redo({ slides: 6 }))).toEqual(same(end))
    await slide(lab, 5)
    const fresh = await openQuickLab(newFolder())
    await fresh.call.newGame({ seed: 100 })
    await slide(fresh, 15)
    expect(same(await lab.game())).toEqual(same(await fresh.game()))
    await lab.call.loadGame({ id: row!.id, slides: 2 })
    await lab.call.newGame({})
    expect((await lab.call.games({ ...query, descending: false })).rows.map(({ slides }) => slides)).toEqual([10, 15])
  })

  test('opens a game whose tiles cannot be drawn again as a position with its points', async () => {
    const folder = newFolder()
    const store = await openWriter(folder)
    const { score, slides: total, ...rest } = sampleGame(5, { kind: 'import', seed: null, start: startGame(5).board })
    const id = await store.games.add({ ...rest, score, slides: total, provenance: { replay: { by: 'unknown' } } })
    await store.close()
    const lab = await openQuickLab(folder)
    expect(await lab.call.loadGame({ id })).toMatchObject({ origin: 'position', board: rest.board, score, slides: 0, redo: 0 })
  })
})

describe('a game that was left is taken back', () => {
  const kept = async ({ call }: QuickLab) =>
    (await call.games({ sort: 'created', descending: false, offset: 0, limit: 10 })).rows.map(({ seed, slides }) => [
      seed,
      slides,
    ])

  test('by undoing the new game: it continues with its undone slides, and leaves the library', async () => {
    const folder = newFolder()
    const lab = await openQuickLab(folder)
    await lab.call.newGame({ seed: 3 })
    await slide(lab, 30)
    const before = await lab.call.undo({ slides: 4 })
    const begun = await lab.call.newGame({ seed: 4 })
    expect(begun.former).toBe(true)
    expect(await kept(lab)).toEqual([[3, 30]])
    const back = await lab.call.takeBackGame({ id: begun.id })
    expect(same(back)).toEqual(same(before))
    expect(back.id).toBeGreaterThan(begun.id)
    expect(await kept(lab)).toEqual([])
    await lab.call.redo({ slides: 4 })
    await slide(lab, 5)
    await lab.call.newGame({ seed: 5 })
    expect(await kept(lab)).toEqual([[3, 35]])
    await lab.close()
    expect((await library(folder)).map(({ seed, slides }) => [seed, slides])).toEqual([[3, 35]])
  })

  test('what was played meanwhile is kept, and one game after the other can come back', async () => {
    const lab = await openQuickLab(newFolder())
    await lab.call.newGame({ seed: 3 })
    await slide(lab, 20)
    const second = await lab.call.setPosition({ text: '0012013517A821B0' })
    await slide(lab, 2)
    const third = await lab.call.newGame({ seed: 5 })
    await slide(lab, 7)
    const back = await lab.call.takeBackGame({ id: third.id })
    expect([back.slides, back.former]).toEqual([2, true])
    expect(await kept(lab)).toEqual([
      [3, 20],
      [5, 7],
    ])
    await expect(lab.call.takeBackGame({ id: second.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await lab.call.takeBackGame({ id: back.id })).slides).toBe(20)
    expect((await kept(lab)).map(([, slides]) => slides)).toEqual([7, 2])
  })

  test('a lab that is closed in between has lost neither', async () => {
    const folder = newFolder()
    const first = await openQuickLab(folder)
    await first.call.newGame({ seed: 3 })
    await slide(first, 10)
    const { id } = await first.call.newGame({ seed: 4 })
    await slide(first, 3)
    await first.call.takeBackGame({ id })
    await first.close()
    const second = await openQuickLab(folder)
    expect((await second.game()).slides).toBe(10)
    expect(await kept(second)).toEqual([[4, 3]])
  })
})
