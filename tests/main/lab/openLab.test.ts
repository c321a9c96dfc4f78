import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { moveData } from '../../../src/main/lab/data/dataMove'
import { placeOfData } from '../../../src/main/files/home'
import { closeLabs, openLab, slide, type OpenLab } from '../../support/openedLabs'
import { dataFile } from '../../../src/main/store/opening'
import { settle } from '../../support/threads'
import { backups, edit, hash, newFolder } from '../store/storeSupport'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

afterEach(closeLabs)

describe('a backup', () => {
  test('is whole, is listed, and holds what was played the moment before', async () => {
    const lab = await openLab(newFolder())
    await lab.call.newGame({ seed: 5 })
    await slide(lab, 7)
    await lab.call.setPreferences({ theme: 'dark' })
    const file = await lab.call.backUpData({})
    const { folder, backups: listed } = await lab.folder()
    expect(listed).toMatchObject([{ reason: 'asked', name: file.slice(join(folder, 'backups').length + 1) }])
    const copy = newFolder()
    writeFileSync(dataFile(copy), readFileSync(file))
    const second = await openLab(copy)
    expect((await second.hello()).game).toMatchObject({ seed: 5, slides: 7 })
    expect((await second.hello()).preferences).toMatchObject({ theme: 'dark' })
    expect(await lab.call.checkData(undefined)).toEqual([])
  })

  test('goes to a new file of its own, and never over one that is there', async () => {
    const lab = await openLab(newFolder())
    const other = newFolder()
    const file = join(other, 'copy.db')
    expect(await lab.call.backUpData({ file })).toBe(file)
    const before = hash(file)
    await expect(lab.call.backUpData({ file })).rejects.toMatchObject({
      code: 'BAD_FILE',
      message: expect.stringMatching(/is there already/) as string,
    })
    for (const bad of ['copy.db', join(other, 'copy.txt'), join(other, 'no', 'copy.db'), `${file}\0.db`])
      await expect(lab.call.backUpData({ file: bad })).rejects.toMatchObject({ code: 'BAD_FILE' })
    expect(hash(file)).toBe(before)
    expect(readdirSync(other)).toEqual(['copy.db'])
  })
})

describe('a restore', () => {
  test('brings back all that was there, for every page, and keeps what it replaces', async () => {
    const lab = await openLab(newFolder())
    await lab.call.newGame({ seed: 5 })
    await slide(lab, 7)
    await lab.call.setPreferences({ theme: 'dark' })
    await lab.call.backUpData({})
    const { name } = (await lab.folder()).backups[0]!
    await slide(lab, 5)
    await lab.call.setPreferences({ theme: 'light' })

    await lab.call.restoreData({ backup: name })
    expect(lab.reopened).toMatchObject([{ because: 'restored' }])
    expect(await lab.hello()).toMatchObject({ game: { seed: 5, slides: 7 }, preferences: { theme: 'dark' } })
    const replaced = (await lab.folder()).backups.find(({ reason }) => reason === 'restore')!
    await lab.call.restoreData({ file: join((await lab.folder()).folder, 'backups', replaced.name) })
    expect(await lab.hello()).toMatchObject({ game: { seed: 5, slides: 12 }, preferences: { theme: 'light' } })
    await slide(lab, 1) // the lab goes on
    expect(lab.failures).toEqual([])
  })

  test('refuses what a page asks meanwhile, which is about the data before', async () => {
    const lab = await openLab(newFolder())
    await lab.call.newGame({ seed: 5 })
    await lab.call.backUpData({})
    const { name } = (await lab.folder()).backups[0]!
    const asked: Promise<unknown>[] = []
    lab.on('jobs', jobs => {
      // that of the backup may be heard of late
      if (asked.length === 0 && jobs.some(({ title }) => title.endsWith(name))) asked.push(lab.call.newGame({ seed: 6 }))
    })
    await lab.call.restoreData({ backup: name })
    await expect(asked[0]).rejects.toMatchObject({ code: 'CANCELLED' })
    expect((await lab.hello()).game).toMatchObject({ seed: 5 })
  })

  test('of a file that is not a copy changes nothing, and the lab continues', async () => {
    const folder = newFolder()
    const lab = await openLab(folder)
    await lab.call.newGame({ seed: 5 })
    await slide(lab, 7)
    const bad = join(newFolder(), 'bad.db')
    writeFileSync(bad, 'no database')
    await expect(lab.call.restoreData({ file: bad })).rejects.toMatchObject({ code: 'BAD_STORE' })
    expect(lab.reopened).toMatchObject([{ because: 'failed', error: { code: 'BAD_STORE' } }])
    expect((await lab.hello()).game).toMatchObject({ seed: 5, slides: 7 })
    expect(backups(folder)).toEqual([])
    await expect(lab.call.restoreData({ file: join(folder, 'none.db') })).rejects.toMatchObject({ code: 'BAD_FILE' })
    await expect(lab.call.restoreData({ backup: '../../lab.db' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(lab.call.restoreData({ file: 'lab.db' })).rejects.toMatchObject({ code: 'BAD_FILE' })
    expect(lab.reopened).toHaveLength(1)
  })
})

describe('another folder', () => {
  test('has all the data, copies too; the lab continues there, and finds it at every later start', async () => {
    const [named, target] = [newFolder(), join(newFolder(), 'deep', 'down')]
    const lab = await openLab(named)
    await lab.call.newGame({ seed: 5 })
    await slide(lab, 7)
    await lab.call.setPreferences({ theme: 'dark' })
    await lab.call.backUpData({})
    await lab.call.moveData({ folder: target })
    expect(lab.reopened).toEqual([{ because: 'moved', place: target }])
    expect(await lab.folder()).toMatchObject({ folder: target, movedFrom: named, namedBy: '--home' })
    expect(await lab.hello()).toMatchObject({ game: { seed: 5, slides: 7 }, preferences: { theme: 'dark' } })
    expect((await lab.folder()).backups).toHaveLength(1)
    await slide(lab, 3)
    await lab.close()
    expect(existsSync(dataFile(named))).toBe(false)
    expect(backups(named).filter(name => /^lab-moved-.*[.]db$/.test(name))).toHaveLength(1)

    const again = await openLab(named)
    expect((await again.hello()).game).toMatchObject({ seed: 5, slides: 10 })
    expect((await again.folder()).folder).toBe(target)
  })

  test('may be moved on from, and back to where it came from', async () => {
    const [first, second, third] = [newFolder(), newFolder(), newFolder()]
    const lab = await openLab(first)
    await lab.call.newGame({ seed: 5 })
    for (const [i, folder] of [second, third, first, second].entries()) {
      await slide(lab, 1)
      await lab.call.moveData({ folder })
      expect(await lab.folder()).toMatchObject({ folder })
      expect((await lab.hello()).game).toMatchObject({ seed: 5, slides: i + 1 })
      for (const named of [first, second, third].slice(0, i + 2)) expect(placeOfData(named, {}).folder).toBe(folder)
    }
  })

  test('that another lab’s data were moved from stays theirs', async () => {
    const [mine, named, theirs] = [newFolder(), newFolder(), newFolder()]
    const other = await openLab(named)
    await other.call.moveData({ folder: theirs })
    await other.close()
    const lab = await openLab(mine)
    await expect(lab.call.moveData({ folder: named })).rejects.toMatchObject({
      code: 'BAD_FILE',
      message: expect.stringMatching(/is not empty/) as string,
    })
    expect(placeOfData(named, {}).folder).toBe(theirs)
  })

  test.each<[what: string, prepare: (own: string) => string, problem: RegExp]>([
    ['with data of a lab', () => folderWith(newFolder(), 'lab.db'), /holds data of a lab/],
    ['within this one', own => join(own, 'inner'), /lie in one another/],
    ['around this one', own => join(own, '..'), /lie in one another/],
    ['that is no whole path', () => 'data', /not a whole path/],
  ])('%s is refused, and everything stays', async (_, prepare, problem) => {
    const own = newFolder()
    const lab = await openLab(own)
    await lab.call.newGame({ seed: 5 })
    await slide(lab, 3)
    await expect(lab.call.moveData({ folder: prepare(own) })).rejects.toMatchObject({
      code: 'BAD_FILE',
      message: expect.stringMatching(problem) as string,
    })
    expect(await lab.folder()).toMatchObject({ folder: own })
    expect((await lab.hello()).game).toMatchObject({ seed: 5, slides: 3 })
  })

  test('that is unreachable at a start is reported, and no new data are created in its place', async () => {
    const [named, target] = [newFolder(), join(newFolder(), 'disk')]
    const first = await openLab(named)
    await first.call.moveData({ folder: target })
    await first.close()
    rmSync(target, { recursive: true })
    const lab = await openLab(named)
    expect((await lab.hello()).unsaved).toMatchObject({
      problem: { code: 'BAD_SETTING', message: expect.stringContaining(target) as string },
      retries: true,
    })
    expect([existsSync(target), existsSync(dataFile(named))]).toEqual([false, false])
  })

  test('is not moved to while jobs are under way, and one change waits for no other', async () => {
    const lab = await openLab(newFolder())
    const moves = [lab.call.moveData({ folder: newFolder() }), lab.call.moveData({ folder: newFolder() })]
    const outcomes = await Promise.allSettled(moves)
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('what the engine may take', () => {
  test('is chosen at once and for every later start, within what the machine has', async () => {
    const folder = newFolder()
    const lab = await openLab(folder, { threads: undefined })
    const { usual, cores } = await lab.call.engine(undefined)
    expect((await lab.hello()).status.threads).toBe(usual.threads)
    expect(cores).toBe(availableParallelism())
    await lab.call.chooseEngine({ threads: 3, memoryMiB: 1024 })
    expect((await lab.hello()).status.threads).toBe(3)
    await expect(lab.call.chooseEngine({ threads: 5, memoryMiB: 1024 })).rejects.toMatchObject({
      code: 'BAD_SETTING',
      message: expect.stringMatching(/use 4 or fewer/) as string,
    })
    const tooMuch = Math.ceil(totalmem() / 2 ** 20) + 1
    await expect(lab.call.chooseEngine({ threads: null, memoryMiB: tooMuch })).rejects.toMatchObject({ code: 'BAD_SETTING' })
    expect((await lab.call.engine(undefined)).chosen).toEqual({ threads: 3, memoryMiB: 1024 })
    await lab.close()
    const again = await openLab(folder, { threads: undefined })
    expect((await again.hello()).status.threads).toBe(3)
    await again.call.chooseEngine({ threads: null, memoryMiB: null })
    expect((await again.hello()).status.threads).toBe(usual.threads)
  })

  test('a queue is named without its password, which no store has, and a file that is gone is reported', async () => {
    const folder = newFolder()
    const lab = await openLab(folder)
    expect(await lab.call.machines(undefined)).toBeNull()
    const usual = { threads: null, memoryMiB: null }
    const withPassword = { ...usual, queue: 'redis://:secret-word@teacher:6379' }
    await expect(lab.call.chooseEngine(withPassword)).rejects.toMatchObject({
      code: 'BAD_SETTING',
      message: expect.not.stringContaining('secret-word') as string,
    })
    await expect(lab.call.chooseEngine({ ...usual, queue: 'http://teacher' })).rejects.toMatchObject({ code: 'BAD_FILE' })
    expect((await lab.call.engine(undefined)).chosen).toEqual(usual)
    const file = join(folder, 'queue.txt')
    writeFileSync(file, 'redis://:secret-word@127.0.0.1:1\n')
    expect((await lab.call.chooseEngine({ ...usual, queue: file })).chosen.queue).toBe(file)
    await lab.close()
    rmSync(file)
    for (const name of readdirSync(folder).filter(each => each.startsWith('lab.db')))
      expect(readFileSync(join(folder, name)).includes('secret-word'), name).toBe(false)
    const again = await openLab(folder)
    await again.hello()
    expect(again.failures).toMatchObject([{ message: expect.stringMatching(/this machine computes alone/) as string }])
  })

  test('that another machine had and this one has not is reported, and the default applies', async () => {
    const folder = newFolder()
    const first = await openLab(folder, { threads: undefined })
    const { usual } = await first.call.chooseEngine({ threads: 2, memoryMiB: 512 })
    await first.close()
    edit(folder, `UPDATE settings SET json = '{"threads":200,"memoryMiB":512}' WHERE name = 'engine'`)
    const lab = await openLab(folder, { threads: undefined })
    expect((await lab.hello()).status.threads).toBe(usual.threads)
    expect(lab.failures).toMatchObject([{ code: 'BAD_SETTING' }])
  })
})

describe('a copy that the user cancels', () => {
  /** Cancels the first job of a copy as soon as it is heard of. */
  function cancelling(lab: OpenLab): readonly string[] {
    const titles: string[] = []
    lab.on('jobs', jobs => {
      const job = jobs.find(({ kind }) => kind === 'data')
      if (!job || job.state === 'stopping') return
      titles.push(job.title)
      void lab.call.cancelJob({ id: job.id })
    })
    return titles
  }

  test.each([
    ['that was not there', () => join(newFolder(), 'deep', 'down')],
    ['that was empty', () => newFolder()],
  ])('on its way to a folder %s leaves that as it was, and the lab where it was', async (_, place) => {
    const folder = newFolder()
    const target = place()
    const before = existsSync(target)
    const lab = await openLab(folder)
    await lab.call.newGame({ seed: 5 })
    await slide(lab, 7)
    await lab.call.backUpData({})
    const titles = cancelling(lab)
    await expect(lab.call.moveData({ folder: target })).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(titles).toEqual([target])
    expect(lab.reopened).toMatchObject([{ because: 'failed', error: { code: 'CANCELLED' } }])
    expect([existsSync(target), before && readdirSync(target)]).toEqual([before, before && []])
    expect(existsSync(join(target, '..', '..', 'deep'))).toBe(false)
    expect((await lab.hello()).game).toMatchObject({ seed: 5, slides: 7 })
    expect(await lab.folder()).toMatchObject({ folder })
    expect((await lab.folder()).backups).toHaveLength(1)
  })
})

test('a lab that is closed while it closes itself for a move does not move its data', async () => {
  const folder = newFolder()
  const lab = await openLab(folder)
  const target = join(newFolder(), 'there')
  const moving = Promise.allSettled([lab.call.moveData({ folder: target })]) // it is refused where the end comes first
  await settle() // it is closing itself now, for which it has to hear from the thread of its store
  await lab.close()
  await moving
  expect([existsSync(target), existsSync(dataFile(folder)), placeOfData(folder, {}).folder]).toEqual([false, true, folder])
})

test('data are moved though nothing can be put aside any more where they were', async () => {
  const folder = newFolder()
  const lab = await openLab(folder)
  await lab.call.newGame({ seed: 5 })
  await lab.close()
  writeFileSync(join(folder, 'window.json'), '{}') // goes with the data, and is heard of
  const target = join(newFolder(), 'there')
  const full = () => writeFileSync(join(folder, 'backups'), '') // stands for a disk that has no room for the folder
  expect(await moveData(target, placeOfData(folder, {}), { onProgress: full })).toEqual({ because: 'moved', place: target })
  expect((await (await openLab(folder)).hello()).game).toMatchObject({ seed: 5 })
  expect(placeOfData(folder, {}).folder).toBe(target)
})

function folderWith(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), 'x')
  return folder
}
