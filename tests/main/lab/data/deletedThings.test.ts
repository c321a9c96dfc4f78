/** What was deleted: listed for pages, and forgotten by itself when its time is over. */
import { afterEach, expect, test, vi } from 'vitest'
import { DELETED_DAYS } from '../../../../src/core/contract/calls/deleted'
import { DeletedThings } from '../../../../src/main/lab/data/deletedThings'
import { cleanUp, edit, newFolder, openWriter, sampleGame } from '../../store/storeSupport'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

afterEach(cleanUp)

const DAY_MS = 86_400_000

/** Games of which some were deleted so many days ago, the others now. */
async function withDeleted(days: number, games = 450) {
  const folder = newFolder()
  const first = await openWriter(folder)
  const ids = await first.games.addAll(Array.from({ length: games }, (_, i) => sampleGame(i)))
  await first.games.remove(ids.slice(1))
  await first.close()
  edit(folder, `UPDATE games SET deleted = ${Date.now() - days * DAY_MS} WHERE deleted IS NOT NULL AND id > 3`)
  return openWriter(folder)
}

test(`what was deleted more than ${DELETED_DAYS} days ago is forgotten after a start, portion after portion; nothing else`, async () => {
  const store = await withDeleted(DELETED_DAYS + 1)
  const things = new DeletedThings(store)
  expect((await things.window('games', 0, 5)).totals.games).toBe(449)
  const failures: unknown[] = []
  things.forgetOld(error => failures.push(error), 0)
  await vi.waitFor(async () => expect(await things.ids('games')).toEqual([3, 2]), { timeout: 20_000 })
  expect(await store.games.count({})).toBe(1)
  await things.close()
  expect(failures).toEqual([])
  expect(await store.maintenance.check()).toEqual([])
})

test('deleted training runs are folders, of which those with the same age are forgotten too', async () => {
  const store = await withDeleted(0, 2)
  const day = (days: number) => Date.now() - days * DAY_MS
  const gone: number[] = []
  const training = (id: number, days: number) => ({ kind: 'trainings' as const, id, deleted: day(days), name: 'x', moves: 1 })
  const all = [training(1, 1), training(2, DELETED_DAYS + 1), training(3, DELETED_DAYS - 1)]
  const things = new DeletedThings(store, {
    deleted: () => all.filter(({ id }) => !gone.includes(id)),
    forget: async ids => gone.push(...ids),
  })
  expect(await things.window('trainings', 1, 1)).toMatchObject({ rows: [{ id: 2 }], totals: { games: 1, trainings: 3 } })
  things.forgetOld(() => undefined, 0)
  await vi.waitFor(() => expect(gone).toEqual([2]), 20_000)
  await things.close()
  expect(await things.ids('trainings')).toEqual([1, 3])
})

test('what was deleted later than that stays', async () => {
  const store = await withDeleted(DELETED_DAYS - 1, 20)
  const things = new DeletedThings(store)
  const asked = vi.spyOn(store.deleted, 'forgetBefore')
  things.forgetOld(() => undefined, 0)
  await vi.waitFor(() => expect(asked).toHaveResolvedWith(0), 20_000)
  expect(await things.ids('games')).toHaveLength(19)
  await things.close()
})

test('a lab that closes waits for no more than the portion on its way', async () => {
  const store = await withDeleted(DELETED_DAYS + 1)
  const { forgetBefore } = store.deleted
  const asked = vi.spyOn(store.deleted, 'forgetBefore')
  const before = new DeletedThings(store)
  before.forgetOld(() => undefined, 60_000)
  await before.close()
  expect(asked).not.toHaveBeenCalled()
  const during = new DeletedThings(store)
  const failures: unknown[] = []
  const closed = new Promise<void>(resolve => {
    asked.mockImplementation((...portion) => {
      resolve(during.close())
      return forgetBefore(...portion)
    })
  })
  during.forgetOld(error => failures.push(error), 0)
  await closed
  expect(asked).toHaveBeenCalledTimes(1)
  expect(await during.ids('games')).toHaveLength(449 - 200)
  expect(failures).toEqual([])
})
