/** Copies of the data file: backups by users, backups before migrations, and restores. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { LabError } from '../../../core/errors'
import { BACKUPS, companionNames, dateInName, REPLACED, type Replacement } from '../../files/dataContents'
import { requireAtRest } from './fileLock'
import { bytesIn, COMPANIONS, hasCompanions, packCompanions, placeCompanions, unpackCompanions } from './companions'
import { removeIfEmpty } from './unfinishedMove'
import { makePrivate } from './dataFiles'
import { type CopyWatch, Database, checkWanted, withDatabase } from '../database'
import { freshDraft, isAlive, removeDeadDrafts, removeDraft, syncFile, syncFolder } from '../../files/wholeFile'
import { badStore, explaining } from '../failures'
import { checkSchema, checkVersion, migrate } from '../migrate'
import { setAllAside } from '../soundness/setAside'
import { salvageInto, type Salvaged } from '../salvage/salvage'
import { checkSound, problemsOf } from '../soundness/soundness'

/** Copies before migrations that stay. */
const MOST_COPIES = 5
/** The files of a database; the last ones hold what is not yet in the first. */
const PARTS = ['', '-wal', '-shm', '-journal'] as const

/** Targets of running copies. */
const underWay = new Set<string>()

export interface CopyOf extends CopyWatch {
  /** Absent: everything. `database`: without the networks, training runs and results beside it. */
  readonly only?: 'database' | undefined
}

/**
 * Writes a sound copy of the data in one step, over an older one of that name. Readers and writers continue meanwhile.
 * @param file the database; the data's other files are beside it
 * @throws {LabError} `CANCELLED`, `BAD_FILE`, or an error of the store; then no file is left
 */
export async function copyData(file: string, copy: string, of: CopyOf = {}): Promise<void> {
  const target = resolve(copy)
  if (dirname(target) === dirname(resolve(file)) && basename(target).startsWith(basename(file)))
    throw new LabError('BAD_FILE', `${target} is the lab's own data: choose another name for the copy.`, { file: target })
  if (underWay.has(target))
    throw new LabError('BAD_FILE', `${target} is being written by another copy: wait for that one, or choose another name.`, {
      file: target,
    })
  underWay.add(target)
  try {
    await writeCopy(file, target, of)
  } finally {
    underWay.delete(target)
  }
}

async function writeCopy(file: string, target: string, { only, ...watch }: CopyOf): Promise<void> {
  const folder = dirname(file)
  const draft = explaining(target, () => {
    removeDeadDrafts(target)
    return freshDraft(target)
  })
  try {
    const whole = only === undefined ? withBytes(watch, bytesIn(folder)) : watch
    const found = identityOf(file)
    await copyPages(file, draft, whole)
    if (only === undefined) await packCompanions(draft, folder, whole)
    if (identityOf(file) !== found) {
      const problem = 'the data were moved or replaced while they were copied: try again'
      throw new LabError('BAD_FILE', `${target}: ${problem}`, { file: target })
    }
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

function identityOf(file: string): bigint | undefined {
  return statSync(file, { throwIfNoEntry: false, bigint: true })?.ino
}

/** Adds the data's other files to the reported bytes. */
function withBytes({ onProgress, isUnwanted }: CopyWatch, bytes: number): CopyWatch {
  let [database, packed] = [0, 0]
  return {
    isUnwanted,
    onProgress: (copied, total) => onProgress?.(copied, (database = total) + bytes),
    onPacked: more => onProgress?.(Math.min((packed += more), bytes) + database, database + bytes),
  }
}

/** Removes unfinished copies beside the data that a kill left. `lab data backup` may be writing one. */
export function removeDrafts(file: string): void {
  removeUnfinished(partOf(file))
  const folder = join(dirname(file), BACKUPS)
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const [found, writer] = /^lab-.*[.]db[.]part(?:-(\d+)-)?/.exec(name) ?? []
    const isWritten = writer !== undefined && Number(writer) !== process.pid && isAlive(Number(writer))
    if (found !== undefined && !isWritten) rmSync(join(folder, name), { force: true })
  }
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

/** Makes a copy before the schema changes, of which the newest few stay. */
export async function saveCopy(file: string, version: number): Promise<void> {
  const folder = backupFolder(file)
  await copyData(file, join(folder, `lab-v${version}-${dateInName()}.db`), { only: 'database' })
  const older = readdirSync(folder).filter(name => /^lab-v\d+-.*[.]db$/.test(name))
  for (const name of older.sort((a, b) => (dateIn(a) < dateIn(b) ? 1 : -1)).slice(MOST_COPIES)) rmSync(join(folder, name))
}

/**
 * Prepares a user's copy to replace the data file `file`: reads it, checks it completely and migrates it to this version.
 * `finishRestore` then replaces the data. The chosen file is only read.
 * @throws {LabError} `BAD_STORE` if it is damaged, newer or not the lab's; `BAD_FILE` if it does not exist; `CANCELLED`; `BAD_REQUEST`
 * while a program writes beside the database
 */
export async function prepareRestore(chosen: string, file: string, watch: CopyWatch = {}): Promise<void> {
  checkRegular(chosen)
  await requireAtRest(dirname(file))
  const draft = begin(file)
  try {
    await copyPages(chosen, draft, watch, source => checkSchema(source, checkVersion(source)))
    await stage(chosen, draft, dirname(file), watch)
    const [problem] = withDatabase(draft, 'write', copy => {
      setAllAside(copy) // damaged rows are no obstacle
      return problemsOf(copy)
    })
    if (problem) throw badStore('damaged', chosen, `${chosen} is damaged: ${problem}. Nothing was changed: choose another copy.`)
    migrateDraft(draft)
    checkWanted(watch)
    await requireAtRest(dirname(file)) // a program may have begun since
    makeReady(draft, file, 'restore')
  } catch (error) {
    removeUnfinished(draft)
    throw error
  }
}

/** Takes the data's other files of a copy to a folder beside the draft; there is none if the copy has only the database. */
async function stage(chosen: string, draft: string, there: string, watch: CopyWatch): Promise<void> {
  const beside = filesBeside(chosen)
  const isPacked = withDatabase(draft, 'read', hasCompanions)
  if (isPacked) {
    const db = new Database(draft, 'write')
    const small = smallOf(draft)
    try {
      await unpackCompanions(db, filesOf(draft), there, watch, chosen)
      removeDraft(small)
      makePrivate(small)
      db.exec(`DROP TABLE ${COMPANIONS}`)
      db.run('VACUUM INTO $small', { small })
    } finally {
      db.close()
    }
    removeDraft(draft)
    explaining(draft, () => renameSync(small, draft))
  } else if (existsSync(beside)) {
    explaining(draft, () => mkdirSync(filesOf(draft), { mode: 0o700 }))
    await placeCompanions(beside, filesOf(draft), watch)
  }
}

/**
 * Prepares all data that a connection still has to replace the data file `file`, whose files are gone; like `prepareRestore`.
 * @throws {LabError} an error of the store; then nothing is left
 */
export async function prepareAnew(db: Database, file: string): Promise<void> {
  explaining(file, () => mkdirSync(dirname(file), { recursive: true, mode: 0o700 }))
  const draft = begin(file)
  await copyOpenTo(db, draft)
  makeReady(draft, file, 'anew')
  explaining(file, () => syncFolder(dirname(file)))
}

/**
 * Writes all data that a connection still has to a new or empty file, for cases where their own files cannot be opened again.
 * @param folder of the data's other files; absent: only the database is written
 */
export async function copyOpenTo(db: Database, file: string, folder?: string): Promise<void> {
  try {
    await db.copyTo(file, {})
    inOneFile(file)
    if (folder !== undefined) await packCompanions(file, folder, {})
    withDatabase(file, 'read', checkSound)
    explaining(file, () => syncFile(file))
  } catch (error) {
    removeDraft(file)
    throw error
  }
}

/**
 * Writes what can be read of the data file; `finishRestore` then replaces the data.
 * @throws {LabError} like `salvageInto`; `BAD_REQUEST` while a program writes beside the database
 */
export async function prepareSalvage(file: string, watch: CopyWatch = {}): Promise<Salvaged> {
  if (!existsSync(file)) throw badStore('missing', file, `${file} is missing: there is nothing to salvage.`)
  await requireAtRest(dirname(file))
  const draft = begin(file)
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
 * Replaces the data by a prepared copy: first their other files, if the copy has such, then the database. What was there becomes a backup,
 * whose other files are in a folder beside it. No program may have the data open for writing. After a kill, the next call finishes the
 * work; every start makes one.
 * @throws {LabError} if the data cannot be put aside; they are then as they were, and the copy is given up
 */
export function finishRestore(file: string): void {
  const why = REPLACEMENTS.find(each => existsSync(readyFile(file, each)))
  if (!why) return rmSync(filesOf(readyFile(file, 'restore')), { recursive: true, force: true }) // its database is not ready
  const ready = readyFile(file, why)
  explaining(file, () => {
    // the same name if a kill makes this run twice
    const aside = join(dirname(file), BACKUPS, `${REPLACED[why]}${dateInName(statSync(ready).mtime)}.db`)
    const [folder, staged, incoming] = [dirname(file), filesOf(ready), `${ready}.in`]
    try {
      const backups = backupFolder(file)
      if (existsSync(file)) requireSameDisk(backups, folder)
      swapCompanions(folder, staged, incoming, filesBeside(aside))
    } catch (error) {
      if (existsSync(incoming)) throw error
      putBack(filesBeside(aside), folder)
      if (why !== 'anew') for (const prepared of [staged, ready]) rmSync(prepared, { recursive: true, force: true })
      throw error
    }
    putDatabaseAside(file, aside)
    renameSync(ready, file)
    syncFolder(dirname(file))
  })
}

/** What is on another disk cannot be renamed to here. */
function requireSameDisk(backups: string, folder: string): void {
  if (statSync(backups).dev === statSync(folder).dev) return
  const problem = 'it is on another disk than the data, which cannot become a backup there. Nothing was changed: move it away'
  throw new LabError('BAD_FILE', `${backups}: ${problem}`, { file: backups })
}

/** @param staged renamed to `incoming` once all that was there is aside: a kill in between repeats no step */
function swapCompanions(folder: string, staged: string, incoming: string, aside: string): void {
  if (existsSync(staged)) {
    putAside(folder, aside)
    renameSync(staged, incoming)
    syncFolder(folder)
  }
  if (!existsSync(incoming)) return
  // a program may have begun something of that name since
  const taken = readdirSync(incoming).filter(name => existsSync(join(folder, name)))
  putAside(folder, aside, taken)
  for (const name of readdirSync(incoming)) renameSync(join(incoming, name), join(folder, name))
  rmdirSync(incoming)
  syncFolder(folder)
}

/** The journal first: a data file without its journal may be older, but with another file's journal it would be ruined. */
export function putDatabaseAside(file: string, aside: string): void {
  for (const part of PARTS.toReversed()) if (existsSync(file + part)) renameSync(file + part, aside + part)
}

/** Moves the data's other files out of their folder. */
export function putAside(folder: string, aside: string, names = companionNames(folder)): void {
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  for (const name of names) {
    let target = join(aside, name)
    for (let n = 2; existsSync(target); n++) target = join(aside, `${name}-${n}`)
    renameSync(join(folder, name), target)
  }
  syncFolder(aside)
}

/** Undoes a `putAside` that failed. */
function putBack(aside: string, folder: string): void {
  if (!existsSync(aside)) return
  for (const name of readdirSync(aside)) if (!existsSync(join(folder, name))) renameSync(join(aside, name), join(folder, name))
  removeIfEmpty(aside)
}

const REPLACEMENTS = Object.keys(REPLACED) as Replacement[]

/** A clean draft. A replacement that a kill interrupted is finished before. */
function begin(file: string): string {
  finishRestore(file)
  const draft = partOf(file)
  removeUnfinished(draft)
  return draft
}

function removeUnfinished(draft: string): void {
  removeDraft(draft)
  removeDraft(smallOf(draft))
  rmSync(filesOf(draft), { recursive: true, force: true })
}

function makeReady(draft: string, file: string, why: Replacement): void {
  const ready = readyFile(file, why)
  explaining(file, () => {
    if (existsSync(filesOf(draft))) renameSync(filesOf(draft), filesOf(ready))
    renameSync(draft, ready)
  })
}

/** The database without the other files. */
function smallOf(draft: string): string {
  return `${draft}-small`
}

function partOf(file: string): string {
  return `${file}.part`
}

/** Where the other files are that belong to an unfinished or finished copy in the data folder. */
function filesOf(draft: string): string {
  return `${draft}.files`
}

/** Where the other files are that belong to a backup of replaced or moved data. */
export function filesBeside(backup: string): string {
  return `${backup.replace(/[.]db$/, '')}.files`
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
