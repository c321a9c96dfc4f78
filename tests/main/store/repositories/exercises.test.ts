/** Exercises: their order, what is stored of one that is done, and what becomes of them with their games. */
import { copyFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { NewExercise } from '../../../../src/core/contract/stored'
import { pulledIn } from '../../../../src/core/games/twenty48/exercises'
import { dataFile } from '../../../../src/main/store/opening'
import type { Store, StoreReader } from '../../../../src/main/store/store'
import { runs } from '../../../setup/extent'
import { cleanUp, damage, newFolder, openReader, openWriter, playSome, sampleGame } from '../storeSupport'

afterEach(cleanUp)

const TODAY = 20_500
const exercise = (slide: number, loss: number | null = 0.1, kinds: NewExercise['kinds'] = []): NewExercise => ({
  ...{ slide, loss, kinds, board: '2100000000000000', move: 'left' },
})

async function withExercises(store: Store, seed: number, found: readonly NewExercise[]): Promise<number> {
  const game = await store.games.add(sampleGame(seed))
  const { id } = await store.analyses.begin(game, { depth: seed }, { profile: '', stamp: { version: '1' } })
  await store.analyses.append(id, 0, new Float64Array(80), new Uint8Array(20))
  await store.exercises.add(id, 20, found)
  return game
}

const slides = async (store: Pick<StoreReader, 'exercises'>, filter = {}, today = TODAY) =>
  (await store.exercises.list(filter, today, 99)).map(({ slide }) => slide)

test('those to repeat come first, then new ones from the largest loss on, then those that are not due', async () => {
  const store = await openWriter()
  await withExercises(store, 1, [exercise(1, 0.1), exercise(2, 0.4), exercise(3, null), exercise(4, 0.2), exercise(5, 0.3)])
  const ids = Object.fromEntries((await store.exercises.list({}, TODAY, 99)).map(({ slide, id }) => [slide, id]))
  expect(await slides(store)).toEqual([3, 2, 5, 4, 1])
  await store.exercises.finish(ids[1]!, true, TODAY - 2)
  await store.exercises.finish(ids[4]!, false, TODAY - 3)
  await store.exercises.finish(ids[2]!, true, TODAY)
  expect(await slides(store)).toEqual([4, 1, 3, 5, 2])
  expect(await slides(store, { isDue: true })).toEqual([4, 1, 3, 5])
  expect(await store.exercises.counts(null, TODAY)).toMatchObject({ all: 5, due: 4, next: TODAY + 1 })
  expect((await store.exercises.list({}, TODAY, 2)).map(({ slide }) => slide)).toEqual([4, 1])
})

test('a filter finds exercises of a game and of a kind, also where one has several kinds', async () => {
  const store = await openWriter()
  const game = await withExercises(store, 1, [exercise(1, 0.4, ['corner', 'row']), exercise(2, 0.3, ['row']), exercise(3, 0.2)])
  const other = await withExercises(store, 2, [exercise(7, 0.1, ['merge'])])
  expect(await slides(store, { kind: 'row' })).toEqual([1, 2])
  expect(await slides(store, { kind: 'corner' })).toEqual([1])
  expect(await slides(store, { kind: 'other' })).toEqual([3])
  expect(await slides(store, { game: other })).toEqual([7])
  expect(await slides(store, { game, kind: 'merge' })).toEqual([])
  const [first] = await store.exercises.list({ game }, TODAY, 1)
  expect(first).toMatchObject({
    game,
    board: '2100000000000000',
    move: 'left',
    kinds: ['corner', 'row'],
    due: null,
    successes: 0,
  })
  const none = { corner: 0, row: 0, spawn: 0, merge: 0, other: 0 }
  expect(await store.exercises.counts(other, TODAY)).toEqual({ all: 1, due: 1, next: null, kinds: { ...none, merge: 1 } })
  const all = { ...none, corner: 1, row: 2, merge: 1, other: 1 }
  expect(await store.exercises.counts(null, TODAY)).toEqual({ all: 4, due: 4, next: null, kinds: all })
})

test('an exercise that is done is on the disk with its day, as a kill leaves them; answered again, it counts once', async () => {
  const [folder, killed] = [newFolder(), newFolder()]
  const store = await openWriter(folder)
  await withExercises(store, 1, [exercise(1)])
  const { id } = (await store.exercises.list({}, TODAY, 1))[0]!
  for (let time = 0; time < 2; time++) await store.exercises.finish(id, true, TODAY)
  for (const part of ['', '-wal']) copyFileSync(dataFile(folder) + part, dataFile(killed) + part)
  const after = await openWriter(killed)
  expect(await after.exercises.get(id)).toMatchObject({ successes: 1, due: TODAY + 1 })
  expect(await after.exercises.days()).toEqual([TODAY])
  await expect(after.exercises.finish(99, true, TODAY)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await after.exercises.days()).toEqual([TODAY])
})

test('exercises of a deleted game are gone until it is restored, and for good with it; the days stay', async () => {
  const store = await openWriter()
  const game = await withExercises(store, 1, [exercise(1)])
  const { id } = (await store.exercises.list({}, TODAY, 1))[0]!
  await store.exercises.finish(id, true, TODAY)
  await store.games.remove([game])
  expect([await slides(store), await store.exercises.get(id)]).toEqual([[], undefined])
  expect(await store.exercises.counts(null, TODAY)).toMatchObject({ all: 0, due: 0, next: null })
  await expect(store.exercises.finish(id, true, TODAY)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await store.games.restore([game])
  expect(await store.exercises.get(id)).toMatchObject({ successes: 1 })
  await store.games.remove([game])
  await store.deleted.forget('games', [game])
  expect(await slides(store)).toEqual([])
  expect(await store.exercises.days()).toEqual([TODAY])
  expect(await store.maintenance.check()).toEqual([])
})

test('a move is an exercise once, whichever analysis finds it; what is looked through is not looked through again', async () => {
  const store = await openWriter()
  const game = await store.games.add(sampleGame(1))
  const begin = async (depth: number) =>
    (await store.analyses.begin(game, { depth }, { profile: '', stamp: { version: '1' } })).id
  const [one, two] = [await begin(1), await begin(2)]
  for (const id of [one, two]) await store.analyses.append(id, 0, new Float64Array(80), new Uint8Array(20))
  expect(await store.exercises.unread(null)).toEqual([one, two])
  await store.exercises.add(one, 12, [exercise(3, 0.1)])
  await store.exercises.add(one, 20, [exercise(15, 0.3)])
  await store.exercises.add(two, 20, [exercise(3, 0.9), exercise(4, 0.2)])
  expect(await slides(store)).toEqual([15, 4, 3])
  expect((await store.exercises.list({}, TODAY, 9)).at(-1)).toMatchObject({ analysis: one, loss: 0.1 })
  expect(await store.exercises.unread(null)).toEqual([])
})

test('people and files have exercises; a game of an engine only where it is asked for', async () => {
  const store = await openWriter()
  const games: number[] = []
  for (const kind of ['person', 'import', 'engine'] as const) {
    games.push(await store.games.add(sampleGame(1, { kind })))
    const { id } = await store.analyses.begin(games.at(-1) ?? 0, {}, { profile: '', stamp: { version: '1' } })
    await store.analyses.append(id, 0, new Float64Array(80), new Uint8Array(20))
  }
  expect(await store.exercises.unread(null)).toEqual([1, 2])
  expect(await store.exercises.unread(games[2]!)).toEqual([3])
})

test('a clock that was set back pulls due days in as the schedule does; a look stores nothing, an answer does', async () => {
  const store = await openWriter()
  await withExercises(store, 1, [exercise(1), exercise(2)])
  const [one, other] = (await store.exercises.list({}, TODAY, 2)).map(({ id }) => id) as [number, number]
  const standing = fc.record({
    successes: fc.integer({ min: 0, max: 5 }),
    today: fc.integer({ min: TODAY - 60, max: TODAY + 60 }),
  })
  await fc.assert(
    fc.asyncProperty(standing, async ({ successes, today }) => {
      await store.exercises.finish(one, false, TODAY - 100)
      for (let time = 0; time < successes; time++) await store.exercises.finish(one, true, TODAY - 99 + time * 21)
      const before = (await store.exercises.get(one))!
      const looked = await store.exercises.counts(null, today)
      await store.exercises.list({}, today, 2)
      expect(await store.exercises.get(one)).toEqual(before)
      const wanted = pulledIn(before, today)
      await store.exercises.finish(other, false, today)
      expect(await store.exercises.get(one)).toEqual({ ...before, ...wanted })
      if (wanted.due !== null && wanted.due > today) expect(looked.next).toBeLessThanOrEqual(wanted.due)
    }),
    { numRuns: runs(10, 100) },
  )
})

test('a damaged exercise is set aside; a reader of the file leaves it out, and the others stay', async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  await withExercises(store, 1, [exercise(1, 0.3), exercise(2, 0.2)])
  await store.close()
  damage(folder, `UPDATE exercises SET slide = 9 WHERE slide = 1`)
  expect(await slides(await openReader(folder))).toEqual([2])
  const again = await openWriter(folder)
  expect(await slides(again)).toEqual([2])
  await again.maintenance.check()
  expect(await again.maintenance.setAside()).toMatchObject([{ table: 'exercises', key: '1' }])
})

test('exercises of an analysis that is lost are not asked; another analysis of the game takes them over as they stand', async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  const game = await withExercises(store, 1, [exercise(3, 0.3), exercise(4, 0.2)])
  const other = await withExercises(store, 2, [exercise(7, 0.1)])
  const second = await store.analyses.begin(game, { depth: 9 }, { profile: '', stamp: { version: '1' } })
  await store.analyses.append(second.id, 0, new Float64Array(80), new Uint8Array(20))
  await store.exercises.add(second.id, 20, [exercise(3, 0.9)])
  const { id } = (await store.exercises.list({ game }, TODAY, 1))[0]!
  await store.exercises.finish(id, true, TODAY)
  await store.close()
  damage(folder, `UPDATE analyses SET created = 1 WHERE id = 1`)
  expect(await slides(await openReader(folder))).toEqual([7])
  const restored = await openWriter(newFolder(), { restoreFrom: dataFile(folder) })
  expect(await restored.exercises.unread(game)).toEqual([second.id])
  const again = await openWriter(folder)
  expect(await slides(again)).toEqual([7])
  expect(await again.exercises.counts(game, TODAY)).toMatchObject({ all: 0, due: 0, next: null })
  expect(await again.exercises.unread(game)).toEqual([second.id])
  await again.exercises.add(second.id, 20, [exercise(3, 0.9)])
  expect(await again.exercises.list({ game }, TODAY, 9)).toMatchObject([
    { id, slide: 3, loss: 0.9, analysis: second.id, successes: 1, due: TODAY + 1 },
  ])
  expect(await slides(again, { game: other })).toEqual([7])
})

test('an exercise after the last move that is left of its analysis waits until the analysis has it again', async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  await withExercises(store, 1, [exercise(3), exercise(4)])
  await store.close()
  damage(folder, `UPDATE analysis_values SET depths = zeroblob(20), slide_values = CAST(zeroblob(639) || x'01' AS BLOB)`)
  const restored = await openWriter(newFolder(), { restoreFrom: dataFile(folder) })
  expect(await restored.analyses.get(1)).toMatchObject({ done: 0 })
  const again = await openWriter(folder)
  await again.maintenance.check()
  expect(await slides(again)).toEqual([])
  await again.analyses.append(1, 0, new Float64Array(12), new Uint8Array(3))
  expect(await slides(again)).toEqual([3])
})

test('a full check names exercises, analyses and side lines that belong to nothing', async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  const game = await withExercises(store, 1, [exercise(3)])
  const { turns } = playSome(9, 3)
  await store.games.setSideLines(game, [{ after: 0, turns }])
  await store.close()
  damage(folder, 'PRAGMA foreign_keys = OFF; DELETE FROM games; DELETE FROM analyses')
  const problems = await (await openWriter(folder)).maintenance.check()
  for (const [table, parent] of [
    ['exercises', 'games'],
    ['exercises', 'analyses'],
    ['analysis_values', 'analyses'],
    ['side_lines', 'games'],
  ])
    expect(problems.join()).toMatch(new RegExp(`row [\\d/]+ of ${table} refers to nothing in ${parent}`))
})
