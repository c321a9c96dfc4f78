import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { hasLineRun } from '../../../src/main/store/database'
import { cleanUp, newFolder, openWriter } from './storeSupport'

afterEach(cleanUp)

test('a look finds a run by kind and key, beside a writer, until it is deleted', async () => {
  const folder = newFolder()
  expect(hasLineRun(folder, 'a', 'k')).toBe(false)
  const store = await openWriter(folder)
  await store.lineRuns.add({ kind: 'a', key: 'k', title: 'A run', head: {} })
  expect([hasLineRun(folder, 'a', 'k'), hasLineRun(folder, 'b', 'k'), hasLineRun(folder, 'a', 'l')]).toEqual([true, false, false])
  await store.lineRuns.setDeleted('a', 'k', true)
  expect(hasLineRun(folder, 'a', 'k')).toBe(false)
})

test('data that cannot be read have none', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'lab.db'), 'no database')
  expect(hasLineRun(folder, 'a', 'k')).toBe(false)
})
