/** Copies of the data file: backups by users, backups before migrations, and restores. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { LabError } from '../../../core/errors'
import { BACKUPS, dateInName, REPLACED, type Replacement } from './backupNames'
import { checkWanted, type CopyWatch } from './copyWatch'
import { Database, withDatabase } from '../database'
import { freshDraft, removeDraft, syncFile, syncFolder } from '../../files/draftFile'
import { badStore, explaining } from '../failures'
import { checkVersion, migrate } from '../migrate'
import { checkSchema } from '../schema'
import { setAllAside } from '../soundness/reseal'
import { salvageInto, type Salvaged } from '../salvage/salvage'
import { checkSound, problemsOf } from '../soundness/soundness'

/** Copies before migrations that are kept. */
const KEPT = 5
/** A database has up to three files; the last two hold what is not yet in the first. */
const PARTS = ['', '-wal', '-shm'] as const

/** Targets of running copies. */
const underWay = new Set<string>()

/**
 * Writes a sound copy of a data file in one step, over an older one of that name. Readers and writers continue meanwhile.
 * @throws {LabError} `CANCELLED`, `BAD_FILE`, or an error of the store; then no file is left
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
  const draft = explaining(target, () => freshDraft(target))
  try {
    await copyPages(file, draft, watch)
    withDatabase(draft, 'read', checkSound)
    checkWanted(watch)
    explaining(target, () => {
      syncFile(draft)
      renameSync(draft, target)
      syncFolder(dirname(target))
    })
  } catch (error) {
    removeDraft(draft)
    throw error
  }
}

/** Removes unfinished copies beside the data that a kill left. */
export function removeDrafts(file: string): void {
  const folder = join(dirname(file), BACKUPS)
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) if (/^lab-.*[.]db[.]part/.test(name)) rmSync(join(folder, name), { force: true })
}

/** Copies the pages of one file to another, which needs no journal beside it. */
async function copyPages(
  file: string,
  draft: string,
  watch: CopyWatch,
  check: (db: Database) => void = checkVersion,
): Promise<void> {
  const source = new Database(file, 'read')
  try {
    check(source)
    await source.copyTo(draft, watch)
  } finally {
    source.close()
  }
  inOneFile(draft)
}

/** Leaves no journal beside it. */
function inOneFile(copy: string): void {
  withDatabase(copy, 'write', db => db.exec('PRAGMA journal_mode = DELETE'))
}

/** Makes a copy before the schema changes, and keeps the newest few of its kind. */
export async function keepCopy(file: string, version: number): Promise<void> {
  const folder = backupFolder(file)
  await copyDatabase(file, join(folder, `lab-v${version}-${dateInName()}.db`))
  const older = readdirSync(folder).filter(name => /^lab-v\d+-.*[.]db$/.test(name))
  for (const name of older.sort((a, b) => (dateIn(a) < dateIn(b) ? 1 : -1)).slice(KEPT)) rmSync(join(folder, name))
}

/**
 * Prepares a user's copy to replace the data file `file`: reads it, checks it completely and migrates it to this version.
 * `finishRestore` then replaces the data. The chosen file is only read.
 * @throws {LabError} `BAD_STORE` if it is damaged, newer or not the lab's; `BAD_FILE` if it does not exist; `CANCELLED`.
 */
export async function prepareRestore(chosen: string, file: string, watch: CopyWatch = {}): Promise<void> {
  const draft = `${file}.part`
  checkRegular(chosen)
  removeDraft(draft)
  try {
    await copyPages(chosen, draft, watch, source => checkSchema(source, checkVersion(source)))
    const [problem] = withDatabase(draft, 'write', copy => {
      setAllAside(copy) // damaged rows are no obstacle
      return problemsOf(copy)
    })
    if (problem) throw badStore('damaged', chosen, `${chosen} is damaged: ${problem}. Nothing was changed: choose another copy.`)
    migrateDraft(draft)
    checkWanted(watch)
    makeReady(draft, file, 'restore')
  } catch (error) {
    removeDraft(draft)
    throw error
  }
}

/**
 * Prepares all data that a connection still has to replace the data file `file`, whose files are gone; like `prepareRestore`.
 * @throws {LabError} an error of the store; then nothing is left
 */
export async function prepareAnew(db: Database, file: string): Promise<void> {
  explaining(file, () => mkdirSync(dirname(file), { recursive: true, mode: 0o700 }))
  const draft = `${file}.part`
  removeDraft(draft)
  await copyOpenTo(db, draft)
  makeReady(draft, file, 'anew')
  explaining(file, () => syncFolder(dirname(file)))
}

/** Writes all data that a connection still has to a new or empty file, for cases where their own files cannot be opened again. */
export async function copyOpenTo(db: Database, file: string): Promise<void> {
  try {
    await db.copyTo(file, {})
    inOneFile(file)
    withDatabase(file, 'read', checkSound)
    explaining(file, () => syncFile(file))
  } catch (error) {
    removeDraft(file)
    throw error
  }
}

/** Writes what can be read of the data file; `finishRestore` then replaces the data. @throws {LabError} like `salvageInto` */
export function prepareSalvage(file: string, watch: CopyWatch = {}): Salvaged {
  if (!existsSync(file)) throw badStore('missing', file, `${file} is missing: there is nothing to salvage.`)
  const draft = `${file}.part`
  removeDraft(draft)
  const salvaged = salvageInto(file, draft, watch)
  makeReady(draft, file, 'salvage')
  return salvaged
}

/** Refuses a pipe or a device, which would block the program that opens it. @throws {LabError} `BAD_FILE` */
function checkRegular(file: string): void {
  const stat = explaining(file, () => statSync(file, { throwIfNoEntry: false }))
  if (!stat) throw new LabError('BAD_FILE', `${file}: there is no such file`, { file })
  if (!stat.isFile()) throw new LabError('BAD_FILE', `${file} is not a regular file. Choose a copy of the data.`, { file })
}

/** Migrates a new file that no program uses yet to this version. Waits for the disk only once, at the end. */
export function migrateDraft(draft: string): void {
  withDatabase(draft, 'write', db => {
    db.exec('PRAGMA synchronous = OFF')
    migrate(db)
  })
  explaining(draft, () => syncFile(draft))
}

/**
 * Replaces the data file by a prepared copy; the old file becomes a backup. No program may have it open for writing. After a
 * kill, the next call finishes the work; every start makes one.
 */
export function finishRestore(file: string): void {
  const why = REPLACEMENTS.find(each => existsSync(readyFile(file, each)))
  if (!why) return
  const ready = readyFile(file, why)
  explaining(file, () => {
    // the same name if a kill makes this run twice
    const aside = join(backupFolder(file), `${REPLACED[why]}${dateInName(statSync(ready).mtime)}.db`)
    // The journal first: a data file without its journal may be older, but with another file's journal it would be ruined.
    for (const part of PARTS.toReversed()) if (existsSync(file + part)) renameSync(file + part, aside + part)
    renameSync(ready, file)
    syncFolder(dirname(file))
  })
}

const REPLACEMENTS = Object.keys(REPLACED) as Replacement[]

/** Replaces a prepared copy that a kill left waiting. */
function makeReady(draft: string, file: string, why: Replacement): void {
  explaining(file, () => {
    for (const each of REPLACEMENTS) if (each !== why) rmSync(readyFile(file, each), { force: true })
    renameSync(draft, readyFile(file, why))
  })
}

function readyFile(file: string, why: Replacement): string {
  return why === 'restore' ? `${file}.ready` : `${file}.ready-${why}`
}

function backupFolder(file: string): string {
  const folder = join(dirname(file), BACKUPS)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

function dateIn(name: string): string {
  return name.replace(/^lab-v\d+-/, '')
}
