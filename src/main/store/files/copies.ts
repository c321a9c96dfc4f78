/** Copies of the data file: for people, before migrations, and back. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { LabError } from '../../../core/errors'
import { BACKUPS, dateInName, REPLACED, type Replacement } from './backupNames'
import { checkWanted, type CopyWatch } from './copyWatch'
import { Database, withDatabase } from '../database'
import { freshDraft, removeDraft, syncFile, syncFolder } from './draftFile'
import { badStore, explaining } from '../failures'
import { checkVersion, migrate } from '../migrate'
import { checkSchema } from '../schema'
import { setAllAside } from '../soundness/reseal'
import { salvageInto, type Salvaged } from '../salvage/salvage'
import { checkSound, problemsOf } from '../soundness/soundness'

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

/** Takes away what a kill left of copies beside the data. */
export function removeDrafts(file: string): void {
  const folder = join(dirname(file), BACKUPS)
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) if (/^lab-.*[.]db[.]part/.test(name)) rmSync(join(folder, name), { force: true })
}

/** The pages of one file as another, which needs no journal beside it. */
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

/** Without a journal beside it. */
function inOneFile(copy: string): void {
  withDatabase(copy, 'write', db => db.exec('PRAGMA journal_mode = DELETE'))
}

/** Keeps a copy before the schema changes, and the newest few of its kind. */
export async function keepCopy(file: string, version: number): Promise<void> {
  const folder = backupFolder(file)
  await copyDatabase(file, join(folder, `lab-v${version}-${dateInName()}.db`))
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
 * Makes all data that a connection still has ready to become the data file `file`, whose files are gone: as `prepareRestore`.
 *
 * @throws {LabError} of the store; then nothing of it stays
 */
export async function prepareAnew(db: Database, file: string): Promise<void> {
  explaining(file, () => mkdirSync(dirname(file), { recursive: true, mode: 0o700 }))
  const draft = `${file}.part`
  removeDraft(draft)
  await copyOpenTo(db, draft)
  makeReady(draft, file, 'anew')
  explaining(file, () => syncFolder(dirname(file)))
}

/** All data that a connection still has, as a new or empty file; for where their own cannot be opened again. */
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

/** Writes what can be read of the data file; `finishRestore` puts it in place. @throws {LabError} as `salvageInto` */
export function prepareSalvage(file: string, watch: CopyWatch = {}): Salvaged {
  if (!existsSync(file)) throw badStore('missing', file, `${file} is missing: there is nothing to salvage.`)
  const draft = `${file}.part`
  removeDraft(draft)
  const salvaged = salvageInto(file, draft, watch)
  makeReady(draft, file, 'salvage')
  return salvaged
}

/** A pipe or a device would block the program that opens it. @throws {LabError} `BAD_FILE` */
function checkRegular(file: string): void {
  const stat = explaining(file, () => statSync(file, { throwIfNoEntry: false }))
  if (!stat) throw new LabError('BAD_FILE', `${file}: there is no such file`, { file })
  if (!stat.isFile()) throw new LabError('BAD_FILE', `${file} is not a regular file. Choose a copy of the data.`, { file })
}

/** Brings a file that nobody knows of yet to this version: nothing waits for the disk before all is done. */
export function migrateDraft(draft: string): void {
  withDatabase(draft, 'write', db => {
    db.exec('PRAGMA synchronous = OFF')
    migrate(db)
  })
  explaining(draft, () => syncFile(draft))
}

/**
 * Puts a prepared copy in the place of the data file, which is kept among the backups. Nobody may have it open for writing.
 * A kill on the way is made good by calling it again, which every start does.
 */
export function finishRestore(file: string): void {
  const why = REPLACEMENTS.find(each => existsSync(readyFile(file, each)))
  if (!why) return
  const ready = readyFile(file, why)
  explaining(file, () => {
    // the same name when a kill makes this run twice
    const aside = join(backupFolder(file), `${REPLACED[why]}${dateInName(statSync(ready).mtime)}.db`)
    // The journal first: without it a data file may be older, with another's it would be ruined.
    for (const part of PARTS.toReversed()) if (existsSync(file + part)) renameSync(file + part, aside + part)
    renameSync(ready, file)
    syncFolder(dirname(file))
  })
}

const REPLACEMENTS = Object.keys(REPLACED) as Replacement[]

/** One that a kill left waiting gives way to it. */
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
