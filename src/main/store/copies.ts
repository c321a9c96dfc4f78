/** Copies of the data file: for people, before migrations, and back. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { LabError } from '../../core/errors'
import { checkWanted, type CopyWatch } from './copyWatch'
import { Database } from './database'
import { badStore, explaining } from './failures'
import { checkVersion, hasOurSchema, migrate } from './migrate'
import { checkSound, problemsOf } from './soundness'

const BACKUPS = 'backups'
/** Copies before migrations that are kept. */
const KEPT = 5
/** A database is up to three files; the last two hold what is not yet in the first. */
const PARTS = ['', '-wal', '-shm'] as const

/** Files that copies are on their way to. */
const underWay = new Set<string>()

/**
 * Writes a sound copy of a data file in one piece, over an older one of that name. Readers and writers go on meanwhile.
 *
 * @throws {LabError} `CANCELLED`, `BAD_FILE`, and of the store; then there is nothing of it
 */
export async function copyDatabase(file: string, copy: string, watch: CopyWatch = {}): Promise<void> {
  const target = resolve(copy)
  if (dirname(target) === dirname(resolve(file)) && basename(target).startsWith(basename(file)))
    throw new LabError('BAD_FILE', `${target} is the lab's own data: choose another name for the copy.`, { file: target })
  if (underWay.has(target))
    throw new LabError('BAD_FILE', `${target} is being written by another copy: wait for that one, or choose another name.`, {
      file: target,
    })
  underWay.add(target)
  try {
    await writeCopy(file, target, watch)
  } finally {
    underWay.delete(target)
  }
}

async function writeCopy(file: string, target: string, watch: CopyWatch): Promise<void> {
  const draft = `${target}.part`
  explaining(target, () => rmSync(draft, { force: true }))
  try {
    await copyPages(file, draft, watch)
    const written = new Database(draft, 'read')
    try {
      checkSound(written)
    } finally {
      written.close()
    }
    checkWanted(watch)
    explaining(target, () => {
      sync(draft)
      renameSync(draft, target)
      syncFolder(dirname(target))
    })
  } catch (error) {
    remove(draft)
    throw error
  }
}

/** Takes away what a kill left of copies beside the data. */
export function removeDrafts(file: string): void {
  const folder = join(dirname(file), BACKUPS)
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) if (/^lab-.*[.]db[.]part/.test(name)) rmSync(join(folder, name), { force: true })
}

/** The pages of one file as another, which needs no journal beside it. */
async function copyPages(file: string, draft: string, watch: CopyWatch, check = (_: Database): void => undefined): Promise<void> {
  const source = new Database(file, 'read')
  try {
    check(source)
    await source.copyTo(draft, watch)
  } finally {
    source.close()
  }
  const copy = new Database(draft, 'write')
  try {
    copy.exec('PRAGMA journal_mode = DELETE')
  } finally {
    copy.close()
  }
}

/** A draft, and what SQLite may have laid beside it. */
function remove(draft: string): void {
  for (const beside of ['', '-journal', '-wal', '-shm']) rmSync(draft + beside, { force: true })
}

/** Keeps a copy before the schema changes, and the newest few of its kind. */
export async function keepCopy(file: string, version: number): Promise<void> {
  const folder = backupFolder(file)
  await copyDatabase(file, join(folder, `lab-v${version}-${stamp()}.db`))
  const older = readdirSync(folder).filter(name => /^lab-v\d+-.*[.]db$/.test(name))
  for (const name of older.sort((a, b) => (dateIn(a) < dateIn(b) ? 1 : -1)).slice(KEPT)) rmSync(join(folder, name))
}

/**
 * Makes a copy that somebody chose ready to become the data file `file`: read, checked whole and brought to this version.
 * `finishRestore` puts it in place. The chosen file is only read.
 *
 * @throws {LabError} `BAD_STORE` when it is damaged, newer or not the lab's; `BAD_FILE` when it is not there; `CANCELLED`.
 */
export async function prepareRestore(chosen: string, file: string, watch: CopyWatch = {}): Promise<void> {
  const draft = `${file}.part`
  if (!existsSync(chosen)) throw new LabError('BAD_FILE', `${chosen}: there is no such file`, { file: chosen })
  remove(draft)
  try {
    await copyPages(chosen, draft, watch, checkVersion)
    const [problem] = problemsIn(draft)
    if (problem) throw badStore('damaged', chosen, `${chosen} is damaged: ${problem}. Nothing was changed: choose another copy.`)
    migrateDraft(draft)
    if (!hasOurSchema(draft))
      throw badStore('foreign', chosen, `${chosen} is not built like the lab's data. Nothing was changed: choose another copy.`)
    checkWanted(watch)
    explaining(file, () => renameSync(draft, readyFile(file)))
  } catch (error) {
    remove(draft)
    throw error
  }
}

function problemsIn(draft: string): string[] {
  const copy = new Database(draft, 'write')
  try {
    return problemsOf(copy)
  } finally {
    copy.close()
  }
}

/** Brings a file that nobody knows of yet to this version: nothing waits for the disk before all is done. */
export function migrateDraft(draft: string): void {
  const db = new Database(draft, 'write')
  try {
    db.exec('PRAGMA synchronous = OFF')
    migrate(db)
  } finally {
    db.close()
  }
  explaining(draft, () => sync(draft))
}

/**
 * Puts a prepared copy in the place of the data file, which is kept among the backups. Nobody may have it open for writing.
 * A kill on the way is made good by calling it again, which every start does.
 */
export function finishRestore(file: string): void {
  const ready = readyFile(file)
  if (!existsSync(ready)) return
  explaining(file, () => {
    // the same name when a kill makes this run twice
    const aside = join(backupFolder(file), `lab-replaced-${stamp(statSync(ready).mtime)}.db`)
    // The journal first: without it a data file may be older, with another's it would be ruined.
    for (const part of PARTS.toReversed()) if (existsSync(file + part)) renameSync(file + part, aside + part)
    renameSync(ready, file)
    syncFolder(dirname(file))
  })
}

function sync(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Makes a new name in a folder survive a power cut; Windows does so by itself and refuses to be asked. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function readyFile(file: string): string {
  return `${file}.ready`
}

function backupFolder(file: string): string {
  const folder = join(dirname(file), BACKUPS)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** 20260102T030405678Z */
function stamp(date = new Date()): string {
  return date.toISOString().replace(/[-:.]/g, '')
}

function dateIn(name: string): string {
  return name.replace(/^lab-v\d+-/, '')
}
