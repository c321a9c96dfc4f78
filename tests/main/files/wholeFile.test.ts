/** Files that are written whole or not at all, by several writers at once, and what killed ones leave. */
import {
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { writeNew } from '../../../src/main/files/newFile'
import { copyWhole, freshDraft, removeDeadDrafts, writeWhole } from '../../../src/main/files/wholeFile'

const root = mkdtempSync(join(tmpdir(), 'lab-whole-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Above every process id. */
const GONE = 2 ** 22 + 1
const BEFORE_THIS_PROCESS = 1_000_000_000

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'))
  file = join(folder, 'a.json')
})

function leave(name: string, seconds?: number): string {
  writeFileSync(join(folder, name), 'left')
  if (seconds !== undefined) utimesSync(join(folder, name), seconds, seconds)
  return name
}

test('writers of one file do not conflict: each succeeds, and the file is of one of them', async () => {
  const sources = ['one', 'other'].map(name => {
    const source = join(mkdtempSync(join(root, 'source-')), name)
    writeFileSync(source, name.repeat(1_000_000))
    return source
  })
  const copies = [...sources, ...sources].map(source => copyWhole(source, file))
  writeWhole(file, 'between')
  expect((await Promise.allSettled(copies)).map(({ status }) => status)).toEqual(copies.map(() => 'fulfilled'))
  expect(sources.some(source => readFileSync(source).equals(readFileSync(file)))).toBe(true)
  expect(readdirSync(folder)).toEqual(['a.json'])
})

test('the draft of a running process survives another writer; those of killed ones are removed once they rest', () => {
  const running = basename(freshDraft(file))
  const kept = [
    running,
    leave(`a.json.part-${process.ppid}-00000000`, BEFORE_THIS_PROCESS),
    leave(`b.json.part-${GONE}-00000000`),
    leave('a.json.part-00000000'),
    leave('a.json.part'),
    leave(`a.json.part-${GONE}-00000001`),
  ]
  leave(`a.json.part-${GONE}-00000000`, BEFORE_THIS_PROCESS)
  // a killed lab had the same number, as in a container
  leave(`a.json.part-${process.pid}-00000000`, BEFORE_THIS_PROCESS)
  writeWhole(file, 'new')
  expect(readdirSync(folder).toSorted()).toEqual(['a.json', ...kept].toSorted())
})

test('where drafts take long, those of no running process are removed once they rest', () => {
  const kept = leave(`a.json.part-${GONE}-00000001`)
  leave(`a.json.part-${GONE}-00000000`, BEFORE_THIS_PROCESS)
  removeDeadDrafts(file)
  expect(readdirSync(folder)).toEqual([kept])
})

test.skipIf(process.platform === 'win32')(
  'something else with the name of a draft is neither followed nor in a writer’s way',
  () => {
    const outside = join(root, 'outside')
    writeFileSync(outside, 'mine')
    mkdirSync(join(folder, `a.json.part-${GONE}-00000000`))
    const link = join(folder, `a.json.part-${GONE}-00000001`)
    symlinkSync(outside, link)
    lutimesSync(link, BEFORE_THIS_PROCESS, BEFORE_THIS_PROCESS)
    writeWhole(file, 'new')
    expect(readFileSync(file, 'utf8')).toBe('new')
    expect(readFileSync(outside, 'utf8')).toBe('mine')
    expect(readdirSync(folder).toSorted()).toEqual(['a.json', `a.json.part-${GONE}-00000000`])
  },
)

test('a failure names the file and leaves no draft', async () => {
  mkdirSync(file)
  expect(() => writeWhole(file, 'new')).toThrow(`${file}: this is a folder`)
  await expect(copyWhole(join(folder, 'nothing'), join(folder, 'b.json'))).rejects.toThrow('b.json: there is no such file')
  expect(readdirSync(folder)).toEqual(['a.json'])
})

test.skipIf(process.platform === 'win32')('only this user may read it, unless the writer says otherwise', () => {
  writeWhole(file, 'new')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  writeWhole(file, 'new', 0o640)
  expect(statSync(file).mode & 0o777).toBe(0o640)
})

test('a new file is there complete or not at all, and the next try succeeds', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const broken = function* () {
    yield 'the first part'
    throw full
  }
  await expect(writeNew(file, broken())).rejects.toThrow(`${file}: there is no room on the disk`)
  expect(readdirSync(folder)).toEqual([])
  await writeNew(file, ['a', Buffer.from('b')])
  expect(readFileSync(file, 'utf8')).toBe('ab')
  await expect(writeNew(file, ['c'])).rejects.toThrow('is there already')
  const late = function* () {
    writeFileSync(join(folder, 'late'), 'of another writer')
    yield 'mine'
  }
  await expect(writeNew(join(folder, 'late'), late())).rejects.toThrow('is there already')
  expect(readFileSync(join(folder, 'late'), 'utf8')).toBe('of another writer')
  expect(readdirSync(folder)).toEqual(['a.json', 'late'])
})
