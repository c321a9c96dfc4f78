import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { PLAIN_SETTINGS } from '../../../src/core/search/settings'
import { copyingJob } from '../../../src/main/lab/data/copyingJob'
import { moveData } from '../../../src/main/lab/data/dataMove'
import { placeOfData } from '../../../src/main/files/home'
import { Jobs } from '../../../src/main/lab/jobs/jobs'
import { closeLabs, openLab, slide, type OpenLab } from '../../support/openedLabs'
import { dataFile } from '../../../src/main/store/opening'
import { settle } from '../../support/threads'
import { backups, edit, hash, newFolder, openReader } from '../store/storeSupport'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

afterEach(closeLabs)

/** Everything that is in a data file, as text. */
function content(folder: string): Promise<unknown> {
  return openReader(folder).then(async reader => {
    const found = [await reader.currentGame.get(), await reader.settings.get('preferences'), await reader.profiles.list()]
    await reader.close()
    return found
  })
}

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
    for (const long of ['x'.repeat(3_900), `/${'x'.repeat(3_900)}.db`, `/${'x'.repeat(3_900)}`])
      await expect(lab.call.backUpData({ file: long })).rejects.toSatisfy(({ message }: Error) => message.length < 900)
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

  test('heals a folder whose data are damaged', async () => {
    const folder = newFolder()
    const first = await openLab(folder)
    await first.call.newGame({ seed: 5 })
    await slide(first, 7)
    const copy = await first.call.backUpData({})
    await first.close()
    writeFileSync(dataFile(folder), 'x'.repeat(5000))
    rmSync(`${dataFile(folder)}-wal`, { force: true })
    const second = await openLab(folder)
    expect((await second.folder()).problem).toMatchObject({ code: 'BAD_STORE' })
    await second.call.restoreData({ file: copy })
    expect((await second.folder()).problem).toBeUndefined()
    expect((await second.hello()).game).toMatchObject({ seed: 5, slides: 7 })
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
    expect(backups(named).filter(name => name.startsWith('lab-moved-'))).toHaveLength(1)

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
    ['that is not empty', () => folderWith(newFolder(), 'x.txt'), /is not empty/],
    ['with data of a lab', () => folderWith(newFolder(), 'lab.db'), /holds data of a lab/],
    ['that is a file', () => join(folderWith(newFolder(), 'x.txt'), 'x.txt'), /is a file/],
    ['that is this one', own => own, /is where the data are/],
    ['within this one', own => join(own, 'inner'), /lie in one another/],
    ['around this one', own => join(own, '..'), /lie in one another/],
    ['that is no whole path', () => 'data', /not a whole path/],
    ['that cannot be made', () => join(folderWith(newFolder(), 'x.txt'), 'x.txt', 'below'), /x\.txt/],
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

  test('has the same data, byte for byte as far as anybody can see', async () => {
    const [named, target] = [newFolder(), newFolder()]
    const lab = await openLab(named)
    await lab.call.newGame({ seed: 8 })
    await slide(lab, 30)
    await lab.call.chooseEngine({ threads: 1, memoryMiB: 512 })
    await lab.close()
    const before = await content(named)
    const again = await openLab(named)
    await again.call.moveData({ folder: target })
    await again.close()
    expect(await content(target)).toEqual(before)
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

  test('that another machine had and this one has not is reported, and the default applies', async () => {
    const folder = newFolder()
    const first = await openLab(folder, { threads: undefined })
    const { usual } = await first.call.chooseEngine({ threads: 2, memoryMiB: 512 })
    await first.close()
    edit(folder, `UPDATE settings SET json = '{"threads":200,"memoryMiB":512}' WHERE name = 'engine'`)
    const lab = await openLab(folder, { threads: undefined })
    expect((await lab.hello()).status.threads).toBe(usual.threads)
    expect(lab.failures).toMatchObject([{ code: 'BAD_SETTING' }])
    const [player, { game }] = [
      { evaluator: makeEvaluator('thesis'), settings: PLAIN_SETTINGS, limits: { depth: 1 } },
      await lab.hello(),
    ]
    expect(await lab.call.recordTree({ board: game.board, player, keep: [] })).toMatchObject({ state: 'recording' })
    await lab.close()
    edit(folder, `UPDATE settings SET json = '{"threads":null,"memoryMiB":500000000}' WHERE name = 'engine'`)
    const other = await openLab(folder, { threads: undefined })
    await other.hello()
    expect(other.failures).toMatchObject([{ code: 'BAD_SETTING', message: expect.stringMatching(/500000000/) as string }])
  })

  test('threads that were named for this run hold until it ends', async () => {
    const folder = newFolder()
    const lab = await openLab(folder, { threads: 2 })
    expect((await lab.call.chooseEngine({ threads: 1, memoryMiB: null })).startedWith).toBe(2)
    expect((await lab.hello()).status.threads).toBe(2)
    await lab.close()
    expect((await (await openLab(folder, { threads: undefined })).hello()).status.threads).toBe(1)
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

  test('as a backup leaves nothing, and the lab continues', async () => {
    const folder = newFolder()
    const lab = await openLab(folder)
    const titles = cancelling(lab)
    await expect(lab.call.backUpData({})).rejects.toMatchObject({ code: 'CANCELLED' })
    expect([titles.length, readdirSync(join(folder, 'backups'))]).toEqual([1, []])
    expect(lab.reopened).toEqual([])
  })

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

  test('as a restore changes nothing', async () => {
    const folder = newFolder()
    const lab = await openLab(folder)
    await lab.call.newGame({ seed: 5 })
    await slide(lab, 7)
    const file = await lab.call.backUpData({})
    await slide(lab, 3)
    const titles = cancelling(lab)
    await expect(lab.call.restoreData({ file })).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(titles).toEqual([file])
    expect((await lab.hello()).game).toMatchObject({ slides: 10 })
    expect(readdirSync(folder).filter(name => /part|ready/.test(name))).toEqual([])
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

test('a copy is a job whose unit is bytes', async () => {
  const jobs = new Jobs(() => undefined)
  const result = await copyingJob(jobs, '/there', async ({ onProgress }) => {
    onProgress!(5, 10)
    expect(jobs.list).toMatchObject([{ kind: 'data', title: '/there', done: 5, total: 10 }])
    return 7
  })
  expect([result, jobs.list]).toEqual([7, []])
})

test('a path is chosen by the host that can', async () => {
  const asked: unknown[] = []
  const folder = newFolder()
  const choosePath = async (...question: unknown[]) => (asked.push(question), asked.length > 1 ? undefined : '/chosen')
  const lab = await openLab(folder, { choosePath })
  expect((await lab.folder()).canChoose).toBe(true)
  expect(await lab.call.chooseDataPath({ purpose: 'move', title: 'Where to?' })).toBe('/chosen')
  expect(await lab.call.chooseDataPath({ purpose: 'backUp', title: 'x' })).toBeNull()
  expect(asked[0]).toEqual(['move', 'Where to?', folder])
  const other = await openLab(newFolder())
  expect((await other.folder()).canChoose).toBe(false)
  await expect(other.call.chooseDataPath({ purpose: 'move', title: 'x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a folder is shown by the host that can', async () => {
  const shown: string[] = []
  const folder = newFolder()
  const lab = await openLab(folder, { showFolder: async shownFolder => void shown.push(shownFolder) })
  expect((await lab.folder()).canShow).toBe(true)
  await lab.call.showDataFolder(undefined)
  expect(shown).toEqual([folder])
  const other = await openLab(newFolder())
  expect((await other.folder()).canShow).toBe(false)
  await expect(other.call.showDataFolder(undefined)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

function folderWith(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), 'x')
  return folder
}
