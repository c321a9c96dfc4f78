/** The works that `copier.ts` is killed in, and the check of what it left. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { companionsIn } from '../../../src/main/files/dataContents'
import { placeOfData } from '../../../src/main/files/home'
import { listBackups } from '../../../src/main/lab/data/backups'
import { DailyCopies } from '../../../src/main/lab/data/dailyCopies'
import { moveData, restoreData } from '../../../src/main/lab/data/dataMove'
import { withDatabase } from '../../../src/main/store/database'
import { copyData } from '../../../src/main/store/files/copies'
import { dataFile, openForWriting } from '../../../src/main/store/opening'
import { openStore } from '../../../src/main/store/store'
import { edit, THREAD_FILE } from '../../main/store/storeSupport'
import { Scope } from '../../../src/main/scope'

export const KINDS = ['backup', 'restore', 'daily', 'move'] as const
export type Kind = (typeof KINDS)[number]

const FILES = [
  'networks/a.network',
  'networks/b.network',
  'training/1/run.json',
  'arena/arena-0.jsonl',
  'walls.jsonl',
  'window.json',
]
const FILE_BYTES = 2 * 2 ** 20

/** Makes the data, and a copy of them for each word. */
export async function prepare(home: string, scratch: string): Promise<void> {
  for (const word of ['a', 'b']) {
    const folder = join(scratch, `of-${word}`)
    const { close } = await openForWriting({ folder, program: 'a test' })
    close()
    edit(folder, `INSERT INTO settings (name, json, checksum) VALUES ('word', '"${word}"', 0)`)
    for (const name of FILES) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), word.repeat(FILE_BYTES))
    }
    await copyData(dataFile(folder), join(scratch, `${word}.db`))
  }
  await restoreData(join(scratch, 'a.db'), home)
}

/** Does one work on the data, wherever they are by now. */
export async function work(kind: Kind, home: string, scratch: string): Promise<void> {
  const place = placeOfData(home, {})
  const { folder } = place
  switch (kind) {
    case 'backup':
      return copyData(dataFile(folder), join(scratch, 'backup.db'))
    case 'restore':
      return void (await restoreData(join(scratch, wordIn(folder) === 'a' ? 'b.db' : 'a.db'), folder))
    case 'move':
      return void (await moveData(newPlace(scratch, folder), place))
    case 'daily': {
      const store = await openStore({ threadFile: THREAD_FILE, folder, program: 'a test' })
      const day = listBackups(folder).filter(({ reason }) => reason === 'daily').length
      const number = Math.max(
        0,
        ...readdirIf(join(folder, 'backups')).map(name => Number(/^lab-daily-(\d+)/.exec(name)?.[1] ?? 0)),
      )
      const scope = new Scope('a start')
      const copies = new DailyCopies(store, folder, scope, { now: () => new Date(86_400_000 * (20_000 + day + number)) })
      await copies.look()
      await Promise.all([scope.close(), store.close()])
      if (copies.problem) throw new Error(copies.problem.message)
    }
  }
}

/** Checks that the data are whole and in one place, and makes room for more. */
export async function check(home: string, scratch: string): Promise<void> {
  const { folder } = placeOfData(home, {})
  const { close } = await openForWriting({ folder, program: 'a test' })
  close()
  const word = wordIn(folder)
  const sizes = companionsIn(folder).map(path => [path, statSync(join(folder, path)).size])
  expect(sizes.toSorted()).toEqual(FILES.map(name => [name, FILE_BYTES]).toSorted())
  for (const path of companionsIn(folder)) expect([path, distinct(join(folder, path))]).toEqual([path, word])
  expect(readdirSync(folder).filter(name => /part|ready|moving/.test(name))).toEqual([])
  const places = [
    home,
    ...readdirSync(scratch)
      .filter(name => name.startsWith('place'))
      .map(name => join(scratch, name)),
  ]
  const inUse = places.filter(place => existsSync(dataFile(place)) && !existsSync(join(place, 'moved.json')))
  expect(inUse).toEqual([folder])
  const backups = join(folder, 'backups')
  expect(readdirIf(backups).filter(name => name.includes('part'))).toEqual([])
  for (const { name, reason } of listBackups(folder)) if (reason !== 'daily') removeBackup(join(backups, name))
  for (const place of places)
    if (place !== folder && place !== home && existsSync(join(place, 'moved.json')))
      rmSync(join(place, 'backups'), { recursive: true, force: true })
}

function wordIn(folder: string): string {
  const row = withDatabase(dataFile(folder), 'read', db => db.one(`SELECT json FROM settings WHERE name = 'word'`))
  return JSON.parse(String(row!['json'])) as string
}

/** The letters of a file, each once. */
function distinct(file: string): string {
  return String.fromCharCode(...new Set(readFileSync(file)))
}

/** Two folders besides the first take turns, so that data also return to where they were. */
function newPlace(scratch: string, folder: string): string {
  return [1, 2].map(n => join(scratch, `place-${n}`)).find(place => place !== folder)!
}

function removeBackup(file: string): void {
  for (const each of [file, `${file.replace(/[.]db$/, '')}.files`]) rmSync(each, { recursive: true, force: true })
}

function readdirIf(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
