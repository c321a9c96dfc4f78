/** What was deleted: listed for pages, and forgotten by itself when its time is over. */
import { afterEach, expect, test, vi } from 'vitest'
import { DELETED_DAYS } from '../../../../src/core/contract/calls/data'
import { TRAINING_RUN } from '../../../../src/core/contract/files'
import { agesAfter, DeletedThings, type DeletionAges } from '../../../../src/main/lab/data/deletedThings'
import { cleanUp, edit, newFolder, openWriter, sampleGame } from '../../store/storeSupport'
import { scoped, Scope } from '../../../../src/main/scope'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

afterEach(cleanUp)

const DAY_MS = 86_400_000
const TODAY = 20_800

/** Games of which 2 and 3 were deleted today, the others but 1 at `deleted`, a day by the clock of then. */
async function withDeleted(deleted: number, games = 450) {
  const folder = newFolder()
  const first = await openWriter(folder)
  const ids = await first.games.addAll(Array.from({ length: games }, (_, i) => sampleGame(i)))
  await first.games.remove(ids.slice(1))
  await first.close()
  edit(folder, `UPDATE games SET deleted = ${TODAY * DAY_MS} WHERE deleted IS NOT NULL AND id <= 3`)
  edit(folder, `UPDATE games SET deleted = ${deleted * DAY_MS} WHERE deleted IS NOT NULL AND id > 3`)
  return openWriter(folder)
}

type Networks = ConstructorParameters<typeof DeletedThings>[1]

/** Starts of the lab, each with the clock at one of these days. */
async function startAt(store: Awaited<ReturnType<typeof openWriter>>, days: readonly number[], networks?: Networks) {
  for (const day of days) {
    const things = new DeletedThings(store, networks)
    const failures: unknown[] = []
    await scoped('a start', scope => things.forgetOld(scope, error => failures.push(error), day * DAY_MS, 0))
    expect(failures).toEqual([])
  }
}

const daysAfter = (day: number, count: number) => Array.from({ length: count }, (_, i) => day + i)

test(`what a start saw deleted more than ${DELETED_DAYS} days ago is forgotten, portion after portion; nothing else`, async () => {
  const store = await withDeleted(TODAY)
  await startAt(store, daysAfter(TODAY, DELETED_DAYS + 1))
  expect(await store.deleted.ids('games', 999)).toHaveLength(449)
  await store.games.remove([1])
  await startAt(store, [TODAY + DELETED_DAYS + 1])
  expect(await store.deleted.ids('games', 999)).toEqual([1])
  expect(await store.maintenance.check()).toEqual([])
})

test('no wrong clock makes a deletion old: behind when it was made, ahead for one start, back on one day after another', async () => {
  const store = await withDeleted(TODAY - 60, 9)
  await startAt(store, [TODAY, TODAY + 40, TODAY, 0, TODAY + 1, 0, TODAY + 2, 0, TODAY + 3, TODAY + 4000, TODAY + 4])
  expect(await store.games.restore(await store.deleted.ids('games', 999))).toBe(8)
})

test('deleted training runs are forgotten with their folders, which go first', async () => {
  const store = await withDeleted(TODAY, 2)
  const gone: number[] = []
  const networks: Networks = {
    async removeFolder(id) {
      expect(await store.deleted.ids('trainings', 9)).toContain(id)
      gone.push(id)
    },
  }
  const head = { config: { networks: [{ moves: 5 }, { moves: 2 }] } }
  const add = (key: string, deleted: number) =>
    store.lineRuns.add({
      ...{ kind: TRAINING_RUN.head.format, key, title: `run ${key}`, head },
      since: { created: 0, deleted, state: 'paused' },
    })
  await add('1', TODAY * DAY_MS)
  await startAt(store, daysAfter(TODAY, 3), networks)
  await add('2', TODAY * DAY_MS + 1)
  const things = new DeletedThings(store, networks)
  expect(await things.window('trainings', 0, 1)).toEqual({
    rows: [{ kind: 'trainings', id: 2, deleted: TODAY * DAY_MS + 1, name: 'run 2', moves: 7 }],
    totals: { profiles: 0, games: 1, runs: 0, trainings: 2, others: 0 },
  })
  await startAt(store, daysAfter(TODAY + 3, DELETED_DAYS - 1), networks)
  expect([await things.ids('trainings'), gone]).toEqual([[2], [1]])
})

test('days count once, a start at most a week of them', () => {
  const after = (...days: number[]) =>
    days.reduce<DeletionAges | undefined>((ages, day) => agesAfter(ages, day * DAY_MS, []), undefined)!.days
  expect(after(TODAY)).toBe(0)
  expect(after(TODAY, TODAY, TODAY + 1, TODAY + 1)).toBe(1)
  expect(after(TODAY, TODAY + 7, TODAY + 14)).toBe(14)
  expect(after(TODAY, TODAY + 300)).toBe(7)
  expect(after(0, TODAY, 0, TODAY + 1, 0, TODAY + 2)).toBe(2)
})

test.each([
  ['at random', (start: number) => ((start * 7919) % 3650) - 1800],
  ['at every other start, by ever more', (start: number) => (start % 2) * 400 * start],
])('a clock that is wrong %s makes nothing old in half as many starts as days are kept', (_, wrongBy) => {
  const days = Array.from({ length: DELETED_DAYS / 2 }, (__, start) => TODAY + wrongBy(start))
  const ages = days.reduce<DeletionAges | undefined>((before, day) => agesAfter(before, day * DAY_MS, []), undefined)
  expect(ages!.days).toBeLessThanOrEqual(DELETED_DAYS)
})

test('a lab that closes waits for no more than the portion on its way', async () => {
  const store = await withDeleted(TODAY)
  await startAt(store, daysAfter(TODAY, DELETED_DAYS + 1))
  const { forgetOf } = store.deleted
  const asked = vi.spyOn(store.deleted, 'forgetOf')
  const before = new DeletedThings(store)
  const scope = new Scope('a start')
  const forgetting = before.forgetOld(scope, () => undefined, (TODAY + DELETED_DAYS + 1) * DAY_MS, 60_000)
  await scope.close()
  await forgetting
  expect(asked).not.toHaveBeenCalled()
  const during = new DeletedThings(store)
  const failures: unknown[] = []
  const next = new Scope('the next start')
  let isForgotten = false
  const closed = new Promise<void>(resolve => {
    asked.mockImplementation(async (...portion) => {
      resolve(next.close())
      const count = await forgetOf(...portion)
      isForgotten = true
      return count
    })
  })
  void during.forgetOld(next, error => failures.push(error), (TODAY + DELETED_DAYS + 1) * DAY_MS, 0)
  await closed
  expect(isForgotten).toBe(true)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(await during.ids('games')).toHaveLength(449 - 200)
  expect(failures).toEqual([])
})
