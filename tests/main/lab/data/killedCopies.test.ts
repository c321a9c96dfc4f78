/** A kill at any step of a restore or a move leaves the data whole, in one place, and the next try succeeds. */
import type * as Fs from 'node:fs'
import { afterAll, expect, test, vi } from 'vitest'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { companionsIn } from '../../../../src/main/files/dataContents'
import { placeOfData } from '../../../../src/main/files/home'
import { checkNewFolder } from '../../../../src/main/lab/data/dataMove'
import { Database, withDatabase } from '../../../../src/main/store/database'
import { copyData, finishRestore, prepareRestore, removeDrafts } from '../../../../src/main/store/files/copies'
import { MovingCopy, settleMoves } from '../../../../src/main/store/files/unfinishedMove'
import { dataFile, openForWriting } from '../../../../src/main/store/opening'
import { edit } from '../../store/storeSupport'

const killing = vi.hoisted(() => ({ left: Infinity, steps: 0 }))

class Killed extends Error {}

// what a killed program would have done later is not done, cleaning up included
vi.mock('node:fs', async importOriginal => {
  const fs = await importOriginal<typeof Fs>()
  const stepped = <F extends (...args: never[]) => unknown>(act: F) =>
    ((...args: Parameters<F>) => {
      killing.steps++
      if (killing.left-- <= 0) throw new Killed()
      return act(...args)
    }) as F
  const changing = ['renameSync', 'rmSync', 'rmdirSync', 'mkdirSync', 'writeFileSync', 'linkSync', 'utimesSync'] as const
  return { ...fs, ...Object.fromEntries(changing.map(name => [name, stepped(fs[name] as () => unknown)])) }
})

const root = mkdtempSync(join(tmpdir(), 'lab-killed-'))
afterAll(() => cleanUp())

async function cleanUp(): Promise<void> {
  const { rm } = await import('node:fs/promises')
  await rm(root, { recursive: true })
}

/** @returns the number of steps, and whether it was killed */
async function killedAfter(steps: number, act: () => unknown): Promise<{ readonly steps: number; readonly wasKilled: boolean }> {
  killing.steps = 0
  killing.left = steps
  try {
    await act()
    return { steps: killing.steps, wasKilled: false }
  } catch (error) {
    if (!(error instanceof Killed) && !(error as { cause?: unknown }).cause) throw error
    return { steps: killing.steps, wasKilled: true }
  } finally {
    killing.left = Infinity
  }
}

const open = async (folder: string) => (await openForWriting({ folder, program: 'a test' })).close()

/** Data whose every file has the same word in it. */
async function makeData(folder: string, word: string, names: readonly string[]): Promise<void> {
  await open(folder)
  edit(folder, `INSERT INTO settings (name, json, checksum) VALUES ('word', '"${word}"', 0)`)
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), word)
  }
}

function wordsIn(folder: string): string[] {
  if (!existsSync(dataFile(folder))) return companionsIn(folder)
  const stored = withDatabase(dataFile(folder), 'read', db => db.one(`SELECT json FROM settings WHERE name = 'word'`))
  const files = companionsIn(folder).map(path => `${path} ${readFileSync(join(folder, path), 'utf8')}`)
  return [String(stored?.['json']), ...files]
}

const leftIn = (folder: string) => readdirSync(folder).filter(name => /part|ready|moving/.test(name))

const OLD = ['networks/a.network', 'networks/b.network', 'arena/arena-0.jsonl', 'window.json']
const NEW = ['networks/a.network', 'training/1/run.json', 'walls.jsonl']

test('a restore that is killed at any step has restored everything or nothing, and the next one succeeds', async () => {
  const [old, other] = [join(root, 'old'), join(root, 'other')]
  await makeData(old, 'old', OLD)
  await makeData(other, 'new', NEW)
  const copy = join(root, 'copy.db')
  await copyData(dataFile(other), copy)
  const [before, after] = [wordsIn(old), wordsIn(other)]
  const seen = new Set<string>()
  for (let kill = 0, wasKilled = true; wasKilled; kill++) {
    const folder = join(root, `restore-${kill}`)
    cpSync(old, folder, { recursive: true })
    const file = dataFile(folder)
    const restore = async () => {
      await prepareRestore(copy, file)
      finishRestore(file)
    }
    ;({ wasKilled } = await killedAfter(kill, restore))
    removeDrafts(file) // as every start does
    finishRestore(file)
    const words = wordsIn(folder)
    expect([before, after], `killed after ${kill} steps`).toContainEqual(words)
    seen.add(words[0]!)
    expect(leftIn(folder)).toEqual([])
    if (kill % 8 > 0) continue
    await restore()
    expect(wordsIn(folder)).toEqual(after)
  }
  expect([...seen].toSorted()).toEqual(['"new"', '"old"'])
})

test.each(['the old folder', 'the new folder'] as const)(
  'a move that is killed at any step leaves the data in one place when %s is opened first, and the next one succeeds',
  async first => {
    const old = join(root, `move-${first}`)
    await makeData(old, 'old', OLD)
    const words = wordsIn(old)
    for (let kill = 0, wasKilled = true; wasKilled; kill++) {
      const [from, to] = [join(root, first, `from-${kill}`), join(root, first, `to-${kill}`)]
      cpSync(old, from, { recursive: true })
      const move = () => {
        checkNewFolder(to, from)
        const copy = new MovingCopy(to, placeOfData(from, {}))
        cpSync(from, copy.stage, { recursive: true, filter: name => !/moving[.]json|writer/.test(name) })
        copy.install()
      }
      ;({ wasKilled } = await killedAfter(kill, move))
      if (first === 'the new folder' && existsSync(to)) settleMoves(to)
      const { folder } = placeOfData(from, {})
      await open(folder)
      expect(wordsIn(folder), `killed after ${kill} steps`).toEqual(words)
      expect(leftIn(folder)).toEqual([])
      if (folder === from) {
        expect(existsSync(to), `killed after ${kill} steps`).toBe(false)
        move()
      }
      expect([placeOfData(from, {}).folder, wordsIn(to)]).toEqual([to, words])
    }
  },
)

test('a move of a living program is left alone, and what a user put into its target stays', async () => {
  const [from, to] = [join(root, 'from'), join(root, 'to')]
  await makeData(from, 'old', OLD)
  mkdirSync(to)
  const copy = new MovingCopy(to, placeOfData(from, {}))
  const mark = join(copy.stage, 'from.json')
  const dead = readFileSync(mark, 'utf8')
  writeFileSync(mark, dead.replace(String(process.pid), String(process.ppid)))
  expect(() => checkNewFolder(to, join(root, 'old'))).toThrow(/not empty/)
  expect(() => settleMoves(to)).toThrow(/is moving the data/)
  writeFileSync(mark, dead)
  writeFileSync(join(to, 'mine.txt'), '')
  writeFileSync(mark, dead.replace(String(process.pid), String(process.ppid))) // another program got the number of the killed one
  await open(from)
  expect(readdirSync(to)).toEqual(['mine.txt'])
})

test('a folder of the user that is called as that of an unfinished move stays', () => {
  const folder = join(root, 'theirs')
  mkdirSync(join(folder, 'lab-moving', 'mine'), { recursive: true })
  expect(() => checkNewFolder(folder, join(root, 'old'))).toThrow(/not empty/)
  settleMoves(folder)
  expect(readdirSync(join(folder, 'lab-moving'))).toEqual(['mine'])
})

/** A data file and its journal, as a kill leaves them right after a restore, when the file gets a write-ahead journal. */
function interruptedChange(folder: string): void {
  const file = dataFile(folder)
  const db = new Database(file, 'write')
  db.exec(`PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN`)
  db.exec(`CREATE TABLE filler (x); INSERT INTO filler SELECT hex(randomblob(4000)) FROM (SELECT 1 FROM sqlite_schema LIMIT 20)`)
  for (const part of ['', '-journal']) cpSync(file + part, file + part + '.killed')
  db.close()
  for (const part of ['', '-journal']) renameSync(file + part + '.killed', file + part)
}

test('a journal that a kill left right after a restore is undone, and never meets another data file', async () => {
  const folder = join(root, 'journal')
  cpSync(join(root, 'old'), folder, { recursive: true })
  interruptedChange(folder)
  await open(folder)
  expect(wordsIn(folder)[0]).toBe('"old"')
  interruptedChange(folder)
  await prepareRestore(join(root, 'copy.db'), dataFile(join(root, 'old')))
  renameSync(`${dataFile(join(root, 'old'))}.ready`, `${dataFile(folder)}.ready`)
  finishRestore(dataFile(folder))
  expect(existsSync(`${dataFile(folder)}-journal`)).toBe(false)
  await open(folder)
  expect(wordsIn(folder)[0]).toBe('"new"')
})

test('a copy that was put in the place of the data is unpacked', async () => {
  const folder = join(root, 'by-hand')
  mkdirSync(folder)
  cpSync(join(root, 'copy.db'), dataFile(folder))
  await open(folder)
  expect(wordsIn(folder)).toEqual(wordsIn(join(root, 'other')))
})

test('what a program began after a restore was killed is put aside, under a name of its own', async () => {
  const folder = join(root, 'begun')
  cpSync(join(root, 'old'), folder, { recursive: true })
  const file = dataFile(folder)
  await prepareRestore(join(root, 'copy.db'), file)
  renameSync(`${file}.ready.files`, `${file}.ready.in`)
  writeFileSync(join(folder, 'walls.jsonl'), 'begun')
  finishRestore(file)
  expect(readFileSync(join(folder, 'walls.jsonl'), 'utf8')).toBe('new')
  const aside = readdirSync(join(folder, 'backups')).find(name => name.endsWith('.files'))!
  expect(readFileSync(join(folder, 'backups', aside, 'walls.jsonl'), 'utf8')).toBe('begun')
})

test('a copy that leads out of its folder is refused', async () => {
  const copy = join(root, 'out.db')
  cpSync(join(root, 'copy.db'), copy)
  withDatabase(copy, 'write', db => {
    const { size, modified, bytes } = db.one(`SELECT * FROM companions WHERE path LIKE 'training%'`) as {
      size: number
      modified: number
      bytes: Uint8Array
    }
    const crc = crc32(bytes, crc32(JSON.stringify(['../out', 0, size, modified]))) // its checksum is right
    db.run(`UPDATE companions SET path = '../out', crc = $crc WHERE path LIKE 'training%'`, { crc })
  })
  await expect(prepareRestore(copy, dataFile(join(root, 'old')))).rejects.toThrow(/no file of the data/)
  expect(leftIn(join(root, 'old'))).toEqual([])
})
