/** Runs whose results are lines: numbers, keys, what becomes of deleted and of damaged ones. */
import { afterEach, expect, test } from 'vitest'
import { cleanUp, damage, newFolder, openReader, openWriter } from '../storeSupport'

afterEach(cleanUp)

const lines = (...numbers: number[]) => numbers.map(number => ({ number, text: JSON.stringify({ number }) }))

test('runs of each kind have their own numbers, which those of deleted runs are not given again', async () => {
  const { lineRuns } = await openWriter()
  const add = async (kind: string) => (await lineRuns.add({ kind, title: kind, head: {} })).key
  expect([await add('a'), await add('a'), await add('b')]).toEqual(['1', '2', '1'])
  await lineRuns.setDeleted('a', '2', true)
  expect(await add('a')).toBe('3')
  expect((await lineRuns.list('a')).map(({ key }) => key)).toEqual(['3', '1'])
  expect(await lineRuns.get('a', '2')).toBeUndefined()
})

test('a run of a key is found instead of added again; a deleted one makes room for another', async () => {
  const { lineRuns } = await openWriter()
  const add = (title: string) => lineRuns.add({ kind: 'a', key: 'abc', title, head: {} })
  const { id } = await add('one')
  expect(await add('two')).toMatchObject({ id, title: 'one' })
  await lineRuns.setDeleted('a', 'abc', true)
  const other = await add('two')
  expect(other).toMatchObject({ title: 'two', key: 'abc' })
  await expect(lineRuns.setDeleted('a', 'abc', false)).rejects.toMatchObject({ code: 'NAME_TAKEN' })
  await expect(lineRuns.change(id, { title: 'three' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(lineRuns.append(99, lines(1))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await lineRuns.setDeleted('a', 'abc', true)
  expect(await lineRuns.setDeleted('a', 'abc', false)).toMatchObject({ id: other.id, deleted: null }) // the last deleted one
})

test('lines have the order of their numbers; one of a number replaces the one before it', async () => {
  const folder = newFolder()
  const { lineRuns } = await openWriter(folder)
  const { id } = await lineRuns.add({ kind: 'a', title: '', head: {} })
  await lineRuns.append(id, lines(5, 2, 9))
  expect(await lineRuns.append(id, [{ number: 2, text: '{"again":true}' }])).toMatchObject({ lines: 3 })
  const reader = await openReader(folder)
  expect(await reader.lineRuns.lines(id)).toEqual([{ number: 2, text: '{"again":true}' }, ...lines(5, 9)])
  expect(await reader.lineRuns.lines(id, 3, 1)).toEqual(lines(5))
})

test('a damaged line is set aside, and its number is free; a damaged head hides its lines alone', async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  for (const kind of ['a', 'a']) {
    const { id } = await store.lineRuns.add({ kind, title: `run of ${kind}`, head: {} })
    await store.lineRuns.append(id, lines(1, 2))
  }
  await store.close()
  damage(
    folder,
    `UPDATE run_lines SET line = '{"number":7}' WHERE run = 1 AND number = 2; UPDATE line_runs SET head = '[]' WHERE id = 2`,
  )
  const { lineRuns, maintenance } = await openWriter(folder)
  expect(await lineRuns.lines(1)).toEqual(lines(1))
  expect(await lineRuns.list('a')).toMatchObject([{ id: 1, lines: 1 }])
  expect((await maintenance.setAside()).map(({ table, key, name }) => [table, key, name])).toEqual([
    ['line_runs', '2', 'run of a'],
    ['run_lines', '1/2', null],
  ])
  expect(await lineRuns.append(1, lines(2))).toMatchObject({ lines: 2 })
  expect(await maintenance.check()).toEqual([])
})

test('a search for a key reads rows of other keys, and takes none for damaged', async () => {
  const folder = newFolder()
  const store = await openWriter(folder)
  const since = { created: 5, deleted: null, state: 'paused' as const }
  for (const key of ['a', 'b', 'c']) await store.lineRuns.add({ kind: 'k', key, title: key, head: {}, since })
  await store.lineRuns.setDeleted('k', 'a', true)
  expect(await store.lineRuns.list('other', true)).toEqual([]) // a scan
  const reader = await openReader(folder)
  expect(await reader.lineRuns.list('other', true)).toEqual([])
  expect(await store.maintenance.setAside()).toEqual([])
  expect((await store.lineRuns.list('k')).map(({ key }) => key)).toEqual(['c', 'b'])
  expect(await store.lineRuns.list('k', true)).toHaveLength(1)
})
