/** Networks, training runs, tournaments and wall tests go wherever the data go. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  utimesSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { roleOf } from '../../../../src/main/files/dataContents'
import { placeOfData } from '../../../../src/main/files/home'
import { moveData } from '../../../../src/main/lab/data/dataMove'
import { dataFile } from '../../../../src/main/store/opening'
import { whileLocked } from '../../../../src/main/store/files/fileLock'
import { openLab, ownHome } from '../../../support/openedLabs'
import { lab } from '../../../support/terminalHere'
import { newFolder, openWriter, sampleGame } from '../../store/storeSupport'
import { contentOf, expectAll, fillFolder, fillLab } from './fullFolder'

vi.setConfig({ testTimeout: 120_000 }) // a busy machine is no failure

const own = ownHome()

const removeDatabase = (folder: string) => {
  for (const end of ['', '-wal', '-shm']) rmSync(dataFile(folder) + end, { force: true })
}

const root = mkdtempSync(join(tmpdir(), 'lab-whole-'))
afterAll(() => rmSync(root, { recursive: true }))
const home = join(root, 'home')
const copy = join(root, 'copy.db')
let before: Record<string, string> = {}

beforeAll(async () => {
  await fillFolder(home)
  const first = await openLab(home)
  await fillLab(first)
  await expectAll(first, home)
  before = contentOf(home)
  await first.call.backUpData({ file: copy })
  await first.close()
})

test('everything that the lab saves in its folder is on the list of contents', () => {
  expect(readdirSync(home).map(name => [name, roleOf(name)])).not.toContainEqual([expect.anything(), undefined])
})

test('a folder with everything is backed up, restored elsewhere, moved, rescued and written anew', async () => {
  const elsewhere = newFolder()
  const page = await openLab(elsewhere)
  await page.call.restoreData({ file: copy })
  expect(contentOf(elsewhere)).toEqual(before)
  await expectAll(page, elsewhere)
  const later = contentOf(elsewhere)
  await page.call.restoreData({ file: copy })
  expect(contentOf(elsewhere)).toEqual(before)
  const { backups } = await page.folder()
  await page.call.restoreData({ backup: backups.find(({ reason }) => reason === 'restore')!.name })
  expect(contentOf(elsewhere)).toEqual(later) // the restore is undone

  const moved = join(newFolder(), 'there')
  await page.call.moveData({ folder: moved })
  expect([contentOf(moved), contentOf(elsewhere)]).toEqual([later, {}])
  await expectAll(page, moved)
  const last = contentOf(moved)

  removeDatabase(moved)
  const unstored = await page.close()
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
  const words = '1 network, 2 training runs and 1 file of results'
  expect((await next.call.saveNow(undefined))!.problem.message).toContain(words)
  await next.call.writeDataAnew(undefined)
  expect(next.failures).toContainEqual(expect.objectContaining({ message: expect.stringContaining(words) as string }))
  expect(await next.call.tournaments(undefined)).toHaveLength(1) // it is in the database
  expect(await next.close()).toBeUndefined()
})

test('a restored and a salvaged folder are whole; a check names each damaged file and a profile without its network', async () => {
  const folder = newFolder()
  const terminal = (...line: string[]) => lab([...line, '--home', folder])
  expect(await terminal('data', 'restore', copy)).toMatchObject({ code: 0 })
  expect(await terminal('data', 'check')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The data are sound') as string,
  })
  const salvaged = join(root, 'salvaged')
  expect(await terminal('data', 'salvage', '--to', salvaged + sep)).toMatchObject({ code: 0 })
  expect([contentOf(folder), contentOf(salvaged)]).toEqual([before, before])
  const checkpoint = ['a', 'b'].map(name => join(folder, 'training', '2', `checkpoint-${name}`)).find(file => existsSync(file))!
  rmSync(join(folder, 'networks'), { recursive: true })
  truncateSync(checkpoint, statSync(checkpoint).size - 100)
  renameSync(join(folder, 'training', '1'), join(folder, 'training', '3'))
  const tournament = 'arena-0123456789abcdef.jsonl'
  mkdirSync(join(folder, 'arena'))
  writeFileSync(join(folder, 'arena', tournament), 'x\n')
  writeFileSync(join(folder, 'training', '3', 'network-1.network'), 'x')
  mkdirSync(join(folder, 'training', '3', 'checkpoint-b'))
  const written = await terminal('data', 'check')
  expect(written.stdout).not.toContain('this checkpoint is damaged') // a program may be writing it
  utimesSync(checkpoint, 1, 1)
  const { code, stdout } = await terminal('data', 'check')
  expect(code).toBe(1)
  for (const words of [/profile mine cannot search: network \w+ is in none/, /checkpoint-\w: this checkpoint is damaged/])
    expect(stdout).toMatch(words)
  for (const name of [
    'training/3: the data have no run of this number',
    tournament,
    'network-1.network',
    'checkpoint-b: it is not a regular file',
    `${join(folder, 'training', '1')} is missing`,
  ])
    expect(stdout).toContain(name)
  const page = await openLab(folder)
  expect(await page.call.checkData(undefined)).toContainEqual(expect.stringContaining('profile mine cannot search'))
})

test('data are not replaced or moved while another program writes beside the database', async () => {
  const folder = newFolder()
  await lab(['data', 'restore', copy, '--home', folder])
  const page = await openLab(folder)
  await page.call.backUpData({})
  const { backups } = await page.folder()
  expect(backups).toMatchObject([{ reason: 'asked', holds: 'everything', verified: true }])
  const refused = { code: 'BAD_REQUEST', message: expect.stringContaining('mine.jsonl') as string }
  await whileLocked(join(folder, 'mine.jsonl'), async () => {
    await expect(page.call.moveData({ folder: join(root, 'there') })).rejects.toMatchObject(refused)
    await expect(page.call.restoreData({ backup: backups[0]!.name })).rejects.toMatchObject(refused)
    await expect(page.call.salvageData(undefined)).rejects.toMatchObject(refused)
  })
  expect(page.reopened).toEqual([])
})

test('a restore without room changes nothing and leaves nothing', async ({ skip }) => {
  const disk = own.makeDisk()
  if (!disk) return skip()
  const store = await openWriter(disk.folder)
  await store.games.add(sampleGame(1))
  await store.close()
  disk.fill()
  const files = readdirSync(disk.folder)
  const { code, stderr } = await lab(['data', 'restore', copy, '--home', disk.folder])
  expect([code, stderr]).toEqual([1, expect.stringContaining('There is no room')])
  expect(readdirSync(disk.folder)).toEqual(files)
})

test('a move is given up if a program begins to write beside the database meanwhile', async () => {
  const [folder, to] = [newFolder(), join(newFolder(), 'there')]
  await lab(['data', 'restore', copy, '--home', folder])
  const end = Promise.withResolvers<void>()
  let writing: Promise<void> | undefined
  const onProgress = () => void (writing ??= whileLocked(join(folder, 'mine.jsonl'), () => end.promise))
  await expect(moveData(to, placeOfData(folder, {}), { onProgress })).rejects.toMatchObject({
    message: expect.stringContaining('mine.jsonl') as string,
  })
  end.resolve()
  await writing
  expect([existsSync(to), contentOf(folder)]).toEqual([false, before])
})
