/** Networks, training runs, tournaments and wall tests go wherever the data go. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { roleOf } from '../../../../src/main/files/dataContents'
import { dataFile } from '../../../../src/main/store/opening'
import { openLab, ownHome } from '../../../support/openedLabs'
import { newFolder } from '../../store/storeSupport'
import { contentOf, expectAll, fillFolder, fillLab } from './fullFolder'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is no failure

ownHome()

const removeDatabase = (folder: string) => {
  for (const end of ['', '-wal', '-shm']) rmSync(dataFile(folder) + end, { force: true })
}

test('a folder with everything is backed up, restored elsewhere, moved, rescued and written anew', async () => {
  const home = newFolder()
  await fillFolder(home)
  const first = await openLab(home)
  await fillLab(first, home)
  await expectAll(first, home)
  const before = contentOf(home)
  const copy = join(newFolder(), 'copy.db')
  await first.call.backUpData({ file: copy })
  await first.close()
  const unknown = readdirSync(home).filter(name => roleOf(name) === undefined)
  expect(unknown, 'not on the list of contents').toEqual([])

  const elsewhere = newFolder()
  const lab = await openLab(elsewhere)
  await lab.call.restoreData({ file: copy })
  expect(contentOf(elsewhere)).toEqual(before)
  await expectAll(lab, elsewhere)
  const later = contentOf(elsewhere)
  await lab.call.restoreData({ file: copy })
  expect(contentOf(elsewhere)).toEqual(before)
  const { backups } = await lab.folder()
  await lab.call.restoreData({ backup: backups.find(({ reason }) => reason === 'restore')!.name })
  expect(contentOf(elsewhere)).toEqual(later) // the restore is undone

  const moved = join(newFolder(), 'there')
  await lab.call.moveData({ folder: moved })
  expect([contentOf(moved), contentOf(elsewhere)]).toEqual([later, {}])
  await expectAll(lab, moved)
  const last = contentOf(moved)

  removeDatabase(moved)
  const unstored = await lab.close()
  expect(unstored).toMatchObject({ database: expect.stringMatching(/[.]db$/) as string })
  rmSync(moved, { recursive: true })
  const next = await openLab(moved)
  expect(contentOf(moved)).toEqual(last)
  await expectAll(next, moved)

  removeDatabase(moved)
  const view = await next.call.saveNow(undefined)
  expect(view!.problem.message).not.toMatch(/lost/)
  await next.call.writeDataAnew(undefined)
  await expectAll(next, moved)

  rmSync(moved, { recursive: true })
  const words = '1 network, 2 training runs, 1 tournament and 1 file of results'
  expect((await next.call.saveNow(undefined))!.problem.message).toContain(words)
  await next.call.writeDataAnew(undefined)
  expect(next.failures).toContainEqual(expect.objectContaining({ message: expect.stringContaining(words) as string }))
  expect(await next.close()).toBeUndefined()
})
