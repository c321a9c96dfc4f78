/** The data's other files in a copy: each as it was at one moment. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { companionsIn, inWords, isCompanion } from '../../../../src/main/files/dataContents'
import { Database, withDatabase } from '../../../../src/main/store/database'
import { packCompanions, placeCompanions, unpackCompanions } from '../../../../src/main/store/files/companions'
import { copyData, finishRestore, prepareRestore } from '../../../../src/main/store/files/copies'
import { SCHEMA_VERSION } from '../../../../src/main/store/migrations'
import { dataFile } from '../../../../src/main/store/opening'
import { cleanUp, folderOfVersion, newFolder } from '../storeSupport'

afterEach(cleanUp)

const LONG = 2 ** 21 + 5

/** A folder with one file that was written a while ago, and the file's copy after something happens while it is read. */
async function copied(path: string, content: string, meanwhile: (file: string) => void): Promise<string | undefined> {
  const folder = folderOfVersion(SCHEMA_VERSION)
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  utimesSync(file, 1, 1)
  const copy = join(newFolder(), 'copy.db')
  await copyData(dataFile(folder), copy, { only: 'database' })
  await packCompanions(copy, folder, { onPacked: () => meanwhile(file) }, 0)
  const to = join(newFolder(), 'unpacked')
  const db = new Database(copy, 'read')
  await unpackCompanions(db, to, newFolder(), {})
  db.close()
  return companionsIn(to).includes(path) ? shortened(readFileSync(join(to, path), 'utf8')) : undefined
}

/** For messages that can be read. */
const shortened = (content: string) => `${content.length} ${[...new Set(content)].join('')}`

test('an empty file, and one of several pieces, are as they were', async () => {
  for (const content of ['', 'x', 'y'.repeat(LONG)])
    expect(await copied('training/1/deleted', content, () => undefined)).toBe(shortened(content))
})

test('a file that is written in place meanwhile is copied again', async () => {
  let isWritten = false
  const rewrite = (file: string) => {
    if (!isWritten) writeFileSync(file, 'b'.repeat(LONG))
    isWritten = true
  }
  expect(await copied('training/1/checkpoint-a', 'a'.repeat(LONG), rewrite)).toBe(shortened('b'.repeat(LONG)))
})

test('a checkpoint that is written all the time is left out: a run has two', async () => {
  expect(await copied('training/1/checkpoint-a', 'a', file => appendFileSync(file, 'b'))).toBeUndefined()
  await expect(copied('training/1/run.json', 'a', file => appendFileSync(file, 'b'))).rejects.toThrow(/is being written/)
})

test('results that grow meanwhile are those that were there at first', async () => {
  const lines = '{"game":1}\n'.repeat(2 ** 18)
  expect(await copied('arena/arena-0.jsonl', lines, file => appendFileSync(file, '{"game":2}\n'))).toBe(shortened(lines))
})

test('a file that takes the place of another meanwhile is in the copy too', async () => {
  const folder = folderOfVersion(SCHEMA_VERSION)
  writeFileSync(join(folder, 'a.jsonl'), 'a')
  const copy = join(newFolder(), 'copy.db')
  await copyData(dataFile(folder), copy, { only: 'database' })
  await packCompanions(copy, folder, { onPacked: () => writeFileSync(join(folder, 'b.jsonl'), 'b') })
  expect(withDatabase(copy, 'read', db => db.all('SELECT path FROM companions'))).toEqual([
    { path: 'a.jsonl' },
    { path: 'b.jsonl' },
  ])
})

test('a piece that is damaged while it is written ends the copy', async () => {
  const folder = folderOfVersion(SCHEMA_VERSION)
  writeFileSync(join(folder, 'window.json'), '{}')
  const copy = join(newFolder(), 'copy.db')
  await copyData(dataFile(folder), copy, { only: 'database' })
  const damage = () => withDatabase(copy, 'write', db => db.exec('UPDATE companions SET crc = crc + 1'))
  await expect(packCompanions(copy, folder, { onPacked: damage })).rejects.toThrow(/window[.]json .* is damaged/)
})

describe('a copy is refused by its name, and leaves nothing', () => {
  test.each([
    ['a damaged piece', `UPDATE companions SET bytes = x'7b20'`],
    ['a piece that is missing', 'UPDATE companions SET part = 1'],
    ['a size that JavaScript has not', 'UPDATE companions SET size = 9223372036854775807'],
    ['a checksum that it has not', 'UPDATE companions SET crc = -9223372036854775808'],
    ['a path that leads out', `UPDATE companions SET path = '../x.jsonl'`],
  ])('%s', async (_, sql) => {
    const folder = folderOfVersion(SCHEMA_VERSION)
    writeFileSync(join(folder, 'window.json'), '{}')
    const copy = join(newFolder(), 'copy.db')
    await copyData(dataFile(folder), copy)
    withDatabase(copy, 'write', db => db.exec(sql))
    const before = readdirSync(folder)
    await expect(prepareRestore(copy, dataFile(folder))).rejects.toThrow(` in ${copy} is damaged: `)
    expect(readdirSync(folder)).toEqual(before)
  })
})

test('a restore is refused if a program begins to write beside the database meanwhile', async () => {
  const folder = folderOfVersion(SCHEMA_VERSION)
  const copy = join(newFolder(), 'copy.db')
  await copyData(dataFile(folder), copy)
  let lock: Database | undefined
  const isUnwanted = () => {
    if (lock) return false
    mkdirSync(join(folder, 'training', '1'), { recursive: true })
    lock = new Database(join(folder, 'training', '1', 'progress.jsonl.lock'), 'write')
    lock.exec('BEGIN EXCLUSIVE')
    return false
  }
  await expect(prepareRestore(copy, dataFile(folder), { isUnwanted })).rejects.toThrow(
    /is writing in .*: training\/1\/progress[.]jsonl[.]/,
  )
  lock!.close()
  expect(readdirSync(folder).filter(name => /part|ready/.test(name))).toEqual([])
})

describe('a restore that cannot put the data aside leaves them as they were, where', () => {
  const shared = '/dev/shm'
  const isOther = existsSync(shared) && statSync(shared).dev !== statSync(tmpdir()).dev
  test.each([
    // a folder cannot get into itself
    { place: 'a folder does not move', backups: (folder: string) => join(folder, 'training', '1'), fault: /training/ },
    { place: 'backups lead nowhere', backups: (folder: string) => join(folder, 'nowhere'), fault: /backups/ },
    ...(isOther
      ? [{ place: 'backups are on another disk', backups: () => mkdtempSync(join(shared, 'lab-')), fault: /disk/ }]
      : []),
  ])('$place', async ({ backups, fault }) => {
    const [folder, other] = [folderOfVersion(SCHEMA_VERSION), folderOfVersion(SCHEMA_VERSION)]
    const [file, copy] = [dataFile(folder), join(newFolder(), 'copy.db')]
    await copyData(dataFile(other), copy)
    writeFileSync(join(folder, 'mine.jsonl'), '')
    mkdirSync(join(folder, 'training', '1'), { recursive: true })
    const target = backups(folder)
    symlinkSync(target, join(folder, 'backups'))
    const before = readdirSync(folder)
    await prepareRestore(copy, file)
    expect(() => finishRestore(file)).toThrow(fault)
    expect([readdirSync(folder), existsSync(target) ? readdirSync(target) : []]).toEqual([before, []])
    finishRestore(file)
    expect(readdirSync(folder)).toEqual(before)
    rmSync(target, { recursive: true, force: true })
  })
})

test('data that are replaced while they are copied are no copy', async () => {
  const folder = folderOfVersion(SCHEMA_VERSION)
  const [file, copy] = [dataFile(folder), join(newFolder(), 'copy.db')]
  writeFileSync(join(folder, 'window.json'), '{}')
  const isUnwanted = () => {
    copyFileSync(file, `${file}.new`)
    renameSync(`${file}.new`, file)
    return false
  }
  await expect(copyData(file, copy, { isUnwanted })).rejects.toThrow(/moved or replaced/)
  expect(readdirSync(dirname(copy))).toEqual([])
})

test('a folder that cannot be read refuses a restore', async () => {
  const [folder, copy] = [folderOfVersion(SCHEMA_VERSION), join(newFolder(), 'copy.db')]
  await copyData(dataFile(folder), copy)
  symlinkSync('training', join(folder, 'training'))
  await expect(prepareRestore(copy, dataFile(folder))).rejects.toThrow(/its links lead round in a circle/)
})

test.skipIf(process.platform === 'win32')(
  'a network that is a relative link is copied as the file that it leads to',
  async () => {
    const [folder, moved] = [folderOfVersion(SCHEMA_VERSION), newFolder()]
    mkdirSync(join(folder, 'networks'))
    writeFileSync(join(folder, 'mine.bin'), 'weights')
    symlinkSync(join('..', 'mine.bin'), join(folder, 'networks', 'a.network'))
    await placeCompanions(folder, moved)
    expect(readFileSync(join(moved, 'networks', 'a.network'), 'utf8')).toBe('weights')
    const [copy, to] = [join(newFolder(), 'copy.db'), join(newFolder(), 'unpacked')]
    await copyData(dataFile(folder), copy)
    const db = new Database(copy, 'read')
    await unpackCompanions(db, to, folder, {})
    db.close()
    expect(readFileSync(join(to, 'networks', 'a.network'), 'utf8')).toBe('weights')
  },
)

test('a link to nothing is no missing file', async () => {
  const folder = folderOfVersion(SCHEMA_VERSION)
  symlinkSync(join(folder, 'unmounted'), join(folder, 'networks'))
  await expect(copyData(dataFile(folder), join(newFolder(), 'copy.db'))).rejects.toThrow(/networks: it is a link to nothing/)
})

test('names that Windows has not are in copies elsewhere', async () => {
  const path = 'arena/12:30 "best" a\\b?.jsonl'
  expect([isCompanion(path, 'linux'), isCompanion(path, 'win32')]).toEqual([true, false])
  if (process.platform !== 'win32') expect(await copied(path, 'x', () => undefined)).toBe('1 x')
})

test.each([
  '../lab.db',
  'networks/../../x',
  '/networks/x',
  'networks//x',
  'networks/a\0',
  'lab.db',
  'lab.db.jsonl',
  'mine.txt',
  'arena/x.lock',
])('%j is no file of the data', path => expect(isCompanion(path, 'linux')).toBe(false))

test('what is missing is counted in words', () => {
  const paths = ['networks/a.network', 'training/1/run.json', 'training/1/deleted', 'training/2/run.json', 'window.json']
  expect(inWords(paths)).toBe('1 network and 2 training runs')
  expect(inWords([...paths, 'a.jsonl', 'backups/x.db', 'arena/arena-1.jsonl'])).toBe(
    '1 network, 2 training runs, 1 tournament, 1 file of results and 1 backup',
  )
  expect(inWords(['window.json'])).toBe('')
})
