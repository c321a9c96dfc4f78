/** Labs whose data cannot be written for a while, or never again: what they say, and that nothing of it is lost. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { Unstored } from '../../../../src/core/contract/calls'
import type { GameQuery } from '../../../../src/core/contract/stored'
import { makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { PLAIN_SETTINGS } from '../../../../src/core/search/settings'
import { DeletedThings } from '../../../../src/main/lab/data/deletedThings'
import { dataFile } from '../../../../src/main/store/opening'
import type { SmallDisk } from '../../../support/fullDisk'
import { openLab, ownHome, slide, type OpenLab } from '../../../support/openedLabs'
import { backups, newFolder, openReader, openWriter } from '../../store/storeSupport'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

const LATE = { timeout: 40_000, interval: 20 }
const query: GameQuery = { sort: 'created', descending: false, offset: 0, limit: 20 }
const profile = { name: 'mine', title: 'Mine', notes: '', evaluator: makeEvaluator('thesis'), settings: PLAIN_SETTINGS, depth: 1 }
const draft = { changes: { notes: 'new' }, base: { notes: '' } }

const own = ownHome()

/** A lab with 20 slides, a profile and a preference, all of it stored. */
async function openWith(folder: string): Promise<OpenLab> {
  const lab = await openLab(folder)
  await lab.call.newGame({ seed: 5 })
  await slide(lab, 20)
  await lab.call.createProfile(profile)
  await lab.call.setPreferences({ theme: 'dark' })
  await lab.call.saveNow(undefined)
  return lab
}

/** What a lab leaves whose folder is deleted under it. */
async function leaveDeleted(folder: string): Promise<Unstored> {
  const lab = await openWith(folder)
  rmSync(folder, { recursive: true })
  return (await lab.close())!
}

const rescues = (place: string) => readdirSync(place).filter(name => /^2048-lab-rescued-.*\.json$/.test(name))
const slidesOf = async ({ call }: OpenLab) => (await call.games(query)).rows.map(({ slides }) => slides)

describe('a full disk', () => {
  /** Fills the disk under a lab, which then has a new game of 3 slides, the old one with 25, a draft and a preference more. */
  async function openFull(disk: SmallDisk): Promise<OpenLab> {
    const lab = await openWith(disk.folder)
    const id = (await lab.hello()).profiles.find(({ name }) => name === 'mine')!.id!
    disk.fill()
    await slide(lab, 5)
    // a journal that was written before has some room in it
    await vi.waitFor(async () => {
      expect(await lab.call.setPreferences({ theme: 'light' })).toMatchObject({ saved: false, problem: { code: 'STORE_FULL' } })
    }, LATE)
    expect(await lab.call.saveDraft({ profile: id, draft })).toMatchObject({ saved: false, problem: { code: 'STORE_FULL' } })
    await lab.call.newGame({ seed: 6 })
    await slide(lab, 3)
    expect(await lab.call.saveNow(undefined)).toMatchObject({ problem: { code: 'STORE_FULL' }, canWriteAnew: false })
    return lab
  }

  async function expectAll(lab: OpenLab): Promise<void> {
    const { game, preferences, drafts, profiles } = await lab.hello()
    expect(game).toMatchObject({ seed: 6, slides: 3 })
    expect(preferences.theme).toBe('light')
    expect(drafts).toMatchObject([draft])
    expect(profiles.find(({ name }) => name === 'mine')).toBeDefined()
    expect(await slidesOf(lab)).toEqual([25])
  }

  test('is a lasting state that names what is not saved, and ends by itself when there is room', async ({ skip }) => {
    const disk = own.makeDisk()
    if (!disk) return skip()
    const lab = await openFull(disk)
    expect((await lab.hello()).unsaved).toMatchObject({
      things: expect.arrayContaining(['game', 'drafts', 'preferences']) as string[],
      problem: { code: 'STORE_FULL' },
    })
    expect((await lab.hello()).unsaved!.retries).toBe(true)
    expect(lab.failures).toEqual([])
    disk.free()
    await vi.waitFor(() => expect(lab.unsaved.at(-1)).toBeNull(), LATE)
    const reader = await openReader(disk.folder) // as a kill would leave it
    expect(await reader.currentGame.get()).toMatchObject({ seed: 6, played: 3 })
    expect(await reader.games.count({})).toBe(1)
    expect(await reader.profileDrafts.list()).toMatchObject([{ draft }])
    expect(await reader.settings.get('preferences')).toMatchObject({ theme: 'light' })
  })

  test('a move to a disk with room takes along what is unsaved', async ({ skip }) => {
    const disk = own.makeDisk()
    if (!disk) return skip()
    const lab = await openFull(disk)
    const target = newFolder()
    await lab.call.moveData({ folder: target })
    expect((await lab.call.saveNow(undefined)) ?? undefined).toBeUndefined()
    await expectAll(lab)
    expect(await lab.close()).toBeUndefined()
    await expectAll(await openLab(target))
  })

  test('a restore that would lose what is unsaved is refused, and a backup says what it lacks', async ({ skip }) => {
    const disk = own.makeDisk()
    if (!disk) return skip()
    const lab = await openWith(disk.folder)
    const file = join(newFolder(), 'copy.db')
    await lab.call.backUpData({ file })
    disk.fill()
    await vi.waitFor(async () => {
      await slide(lab, 1)
      expect(await lab.call.saveNow(undefined)).not.toBeNull()
    }, LATE)
    await expect(lab.call.restoreData({ file })).rejects.toMatchObject({
      code: 'STORE_FULL',
      message: expect.stringMatching(/would lose it/) as string,
    })
    const other = join(newFolder(), 'copy.db')
    await expect(lab.call.backUpData({ file: other })).rejects.toMatchObject({
      message: expect.stringMatching(/was written without what could not/) as string,
    })
    expect(existsSync(other)).toBe(true)
    expect(lab.reopened).toEqual([])
  })

  test('at the end leaves a private rescue file where there is room, which the next start takes over', async ({ skip }) => {
    const disk = own.makeDisk()
    if (!disk) return skip()
    const lab = await openFull(disk)
    const unstored = await lab.close()
    expect(unstored).toMatchObject({ problem: { code: 'STORE_FULL' } })
    // closing the data may have made room for it beside them
    const files = [disk.folder, own.home()].flatMap(place => rescues(place).map(name => join(place, name)))
    expect(files).toEqual([unstored!.file])
    expect(statSync(unstored!.file!).mode & 0o777).toBe(0o600)
    disk.free()
    const next = await openLab(disk.folder)
    await expectAll(next)
    expect((await next.hello()).rescued).toMatchObject([{ file: unstored!.file, games: 2, drafts: 1 }])
    expect([...rescues(disk.folder), ...rescues(own.home())]).toEqual([])
    await next.close()
    const last = await openLab(disk.folder)
    await expectAll(last)
    expect((await last.hello()).rescued).toEqual([])
  })
})

describe('a folder that another program has', () => {
  test('is taken over when it is free: the game played meanwhile is on the board, the stored one in the library', async () => {
    const folder = newFolder()
    await (await openWith(folder)).close()
    const other = await openWriter(folder)
    const lab = await openLab(folder)
    expect((await lab.hello()).unsaved).toMatchObject({ things: ['data'], problem: { code: 'STORE_LOCKED' }, retries: true })
    await lab.call.newGame({ seed: 7 })
    await slide(lab, 4)
    expect(await lab.call.setPreferences({ palette: 'viridis' })).toMatchObject({ saved: false })
    expect((await lab.hello()).unsaved!.things.toSorted()).toEqual(['data', 'game', 'preferences'])
    await other.close()
    await vi.waitFor(() => expect(lab.reopened).toEqual([{ because: 'recovered', place: folder }]), LATE)
    expect(lab.unsaved.at(-1)).toBeNull()
    const { game, preferences, profiles } = await lab.hello()
    expect(game).toMatchObject({ seed: 7, slides: 4 })
    expect(preferences).toMatchObject({ theme: 'dark', palette: 'viridis' })
    expect(profiles.find(({ name }) => name === 'mine')).toBeDefined()
    expect(await slidesOf(lab)).toEqual([20])
    expect(await lab.close()).toBeUndefined()
    expect((await (await openLab(folder)).hello()).game).toMatchObject({ seed: 7, slides: 4 })
  })

  test('and that is free again when the lab closes gets its work; else a rescue file beside the data does', async () => {
    const folder = newFolder()
    const other = await openWriter(folder)
    const lab = await openLab(folder)
    await lab.call.newGame({ seed: 7 })
    await slide(lab, 4)
    const unstored = await lab.close()
    expect(unstored).toMatchObject({ problem: { code: 'STORE_LOCKED' } })
    expect(unstored!.file).toBe(join(folder, rescues(folder)[0]!))
    const second = await openLab(folder)
    await second.call.newGame({ seed: 8 })
    await slide(second, 2)
    await other.close()
    expect(await second.close()).toBeUndefined()
    expect(rescues(folder)).toEqual([])
    const last = await openLab(folder)
    expect((await last.hello()).game).toMatchObject({ seed: 8, slides: 2 })
    expect(await slidesOf(last)).toEqual([4])
  })
})

describe('a data folder that is gone while a lab has it open', () => {
  test.each([
    ['deleted', (folder: string) => rmSync(folder, { recursive: true })],
    [
      'replaced',
      (folder: string) => {
        rmSync(dataFile(folder))
        writeFileSync(dataFile(folder), 'x')
      },
    ],
  ])('%s: nothing is confirmed, it is told, and everything can be written anew', async (how, spoil) => {
    const folder = newFolder()
    const lab = await openWith(folder)
    spoil(folder)
    const gone = { code: 'BAD_STORE', detail: { fault: 'gone' } }
    await expect(lab.call.createProfile({ ...profile, name: 'other' })).rejects.toMatchObject(gone)
    await expect(lab.call.checkData(undefined)).rejects.toMatchObject(gone)
    await expect(lab.call.backUpData({})).rejects.toMatchObject(gone)
    await expect(lab.call.moveData({ folder: newFolder() })).rejects.toMatchObject(gone)
    await vi.waitFor(async () => {
      expect((await lab.hello()).unsaved).toMatchObject({ things: ['data'], problem: gone, canWriteAnew: true, retries: true })
    }, LATE)
    await slide(lab, 3)
    await lab.call.writeDataAnew(undefined)
    expect((await lab.hello()).unsaved).toBeUndefined()
    const replaced = (await lab.call.dataFolder(undefined)).backups.map(({ reason }) => reason)
    expect(replaced).toEqual(how === 'deleted' ? [] : ['anew'])
    await lab.call.createProfile({ ...profile, name: 'other' })
    expect(await lab.call.checkData(undefined)).toEqual([])
    await expect(lab.call.writeDataAnew(undefined)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await lab.close()).toBeUndefined()
    const next = await openLab(folder)
    const { game, profiles, preferences } = await next.hello()
    expect(game).toMatchObject({ seed: 5, slides: 23 })
    expect(preferences.theme).toBe('dark')
    expect(profiles.filter(({ builtIn }) => !builtIn).map(({ name }) => name)).toEqual(['mine', 'other'])
  })

  test('for good: a copy of all data and a rescue file are left, which the next start in that folder takes over', async () => {
    const folder = newFolder()
    const lab = await openWith(folder)
    rmSync(folder, { recursive: true })
    await slide(lab, 2)
    const unstored = await lab.close()
    expect(unstored).toMatchObject({ problem: { detail: { fault: 'gone' } } })
    expect(statSync(unstored!.database!).mode & 0o777).toBe(0o600)
    expect(existsSync(folder)).toBe(false) // it may be a disk that is not connected
    const next = await openLab(folder)
    const { game, profiles, rescued } = await next.hello()
    expect(game).toMatchObject({ seed: 5, slides: 22 })
    expect(profiles.find(({ name }) => name === 'mine')).toBeDefined()
    expect(rescued).toMatchObject([{ file: unstored!.file }])
    expect(existsSync(unstored!.database!)).toBe(false)
  })

  test('because its disk was pulled: nothing is written to the bare mount point, and the disk finds all of it again', async () => {
    const folder = newFolder()
    const lab = await openWith(folder)
    renameSync(folder, `${folder}-disk`)
    mkdirSync(folder)
    await expect(lab.call.backUpData({})).rejects.toMatchObject({ detail: { fault: 'gone' } })
    await slide(lab, 2)
    const unstored = await lab.close()
    expect(unstored).toMatchObject({ problem: { detail: { fault: 'gone' } } })
    expect(readdirSync(folder)).toEqual([])
    expect([unstored!.file, unstored!.database].map(file => dirname(file!))).toEqual([own.home(), own.home()])
    rmSync(folder, { recursive: true })
    renameSync(`${folder}-disk`, folder)
    const next = await openLab(folder)
    expect((await next.hello()).game).toMatchObject({ seed: 5, slides: 22 })
    expect((await next.hello()).rescued).toMatchObject([{ file: unstored!.file }])
  })

  test('for good, and whose copy cannot be restored: nothing is begun in its place', async () => {
    const folder = newFolder()
    const { database } = await leaveDeleted(folder)
    const whole = readFileSync(database!)
    writeFileSync(database!, 'damaged')
    const next = await openLab(folder)
    expect((await next.hello()).storeProblem!.message).toContain(database)
    expect([existsSync(dataFile(folder)), existsSync(database!)]).toEqual([false, true])
    await next.close()
    writeFileSync(database!, whole)
    const { profiles } = await (await openLab(folder)).hello()
    expect(profiles.map(({ name }) => name)).toContain('mine')
  })

  test('and taken by another lab meanwhile is left to that one', async () => {
    const folder = newFolder()
    const lab = await openWith(folder)
    rmSync(folder, { recursive: true })
    const other = await openWriter(folder)
    await other.profiles.list()
    await expect(lab.call.writeDataAnew(undefined)).rejects.toMatchObject({ code: 'STORE_LOCKED' })
    const unstored = await lab.close()
    expect(unstored!.database).toBeDefined()
    await other.settings.set('x', 1) // its journal was not deleted by name
    await other.look()
    await other.close()
    expect(backups(folder)).toEqual([])
  })
})

test('a lab that is closed writes what was played before it waits for its services: a kill then loses nothing', async () => {
  const held = Promise.withResolvers<void>()
  const slow = vi.spyOn(DeletedThings.prototype, 'forgetOld').mockImplementation(async scope => scope.defer(() => held.promise))
  const folder = newFolder()
  const lab = await openLab(folder, { pace: { everyMs: 1e9, waits: true, lookMs: 1e9 } })
  await lab.call.newGame({ seed: 5 })
  await slide(lab, 7)
  const reader = await openReader(folder)
  expect(await reader.currentGame.get()).toBeUndefined()
  const closing = lab.close()
  try {
    await vi.waitFor(async () => expect(await reader.currentGame.get()).toMatchObject({ seed: 5, played: 7 }), LATE)
  } finally {
    held.resolve()
    slow.mockRestore()
  }
  expect(await closing).toBeUndefined()
})

/** The file that a lab leaves whose folder another program has: a game of 4 slides. */
async function leaveRescue(folder: string): Promise<string> {
  const other = await openWriter(folder)
  const lab = await openLab(folder)
  await lab.call.newGame({ seed: 7 })
  await slide(lab, 4)
  const { file } = (await lab.close())!
  await other.close()
  return file!
}

test('a rescue file of another folder, or one that is damaged, is left alone and does no harm', async () => {
  const [folder, elsewhere] = [newFolder(), newFolder()]
  const file = await leaveRescue(folder)
  const text = readFileSync(file, 'utf8')
  const foreign = join(own.home(), '2048-lab-rescued-1.json')
  writeFileSync(foreign, text)
  writeFileSync(file, text.replace('"up ', '"down ').replace('"left ', '"right '))
  const there = await openLab(elsewhere)
  expect((await there.hello()).rescued).toEqual([])
  await there.close()
  const here = await openLab(folder)
  expect((await here.hello()).game).toMatchObject({ seed: 7, slides: 4 }) // from the copy
  expect(here.failures).toMatchObject([{ code: 'BAD_FILE', message: expect.stringContaining(file) as string }])
  expect([existsSync(file), existsSync(foreign)]).toEqual([true, false])
})

describe('a rescue file', () => {
  const change = (file: string, changes: object) =>
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...changes }, undefined, 1))

  test.each([
    ['of another name', (database: string) => join(dirname(database), 'precious.db')],
    ['elsewhere', (database: string) => join(mkdtempSync(join(tmpdir(), 'lab-elsewhere-')), basename(database))],
  ])('cannot have a database %s restored or renamed', async (_, placed) => {
    const folder = newFolder()
    const { file, database } = await leaveDeleted(folder)
    const foreign = placed(database!)
    renameSync(database!, foreign)
    change(file!, { database: foreign })
    const lab = await openLab(folder)
    const { profiles } = await lab.hello()
    expect(profiles.map(({ name }) => name)).not.toContain('mine')
    expect(existsSync(foreign)).toBe(true)
    expect(lab.failures).toContainEqual(expect.objectContaining({ message: expect.stringContaining(foreign) as string }))
  })

  test('names its database by a path that counts for nothing: the copy beside it is restored', async () => {
    const folder = newFolder()
    const { file, database } = await leaveDeleted(folder)
    change(file!, { database: join('/nowhere', basename(database!)) })
    const { profiles } = await (await openLab(folder)).hello()
    expect(profiles.map(({ name }) => name)).toContain('mine')
  })

  test('cannot have a database restored that is a link', async () => {
    const folder = newFolder()
    const { database } = await leaveDeleted(folder)
    renameSync(database!, join(own.home(), 'moved.db'))
    symlinkSync(join(own.home(), 'moved.db'), database!)
    const lab = await openLab(folder)
    expect((await lab.hello()).profiles.map(({ name }) => name)).not.toContain('mine')
    expect(lstatSync(database!).isSymbolicLink()).toBe(true)
  })

  test.skipIf(process.platform === 'win32')('that others may change, or that is a link, is not taken over', async () => {
    const folder = newFolder()
    const file = await leaveRescue(folder)
    const text = readFileSync(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)

    chmodSync(file, 0o620)
    const lab = await openLab(folder)
    expect((await lab.hello()).rescued).toEqual([])
    expect(lab.failures).toMatchObject([{ message: expect.stringMatching(/other users may change this file/) as string }])
    await lab.close()

    rmSync(file)
    const moved = join(newFolder(), 'rescue.json')
    writeFileSync(moved, text, { mode: 0o600 })
    symlinkSync(moved, file)
    const next = await openLab(folder)
    expect((await next.hello()).rescued).toEqual([])
    await next.close()

    rmSync(file)
    writeFileSync(file, text, { mode: 0o600 })
    expect((await (await openLab(folder)).hello()).rescued).toMatchObject([{ file }])
  })
})
