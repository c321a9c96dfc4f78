/** Opens a data folder. Everything is checked before anything is written. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LabError } from '../../core/errors'
import { DATABASE } from '../files/dataContents'
import { hasCompanions } from './files/companions'
import { finishRestore, saveCopy, migrateDraft, prepareRestore, prepareSalvage, removeDrafts } from './files/copies'
import { type CopyWatch, Database, withDatabase } from './database'
import { syncFolder } from '../files/wholeFile'
import { badStore, explaining, isSqlite, SALVAGE } from './failures'
import { checkSchema, checkVersion, migrate } from './migrate'
import { closeSparingOthers, OpenFiles } from './files/dataFiles'
import { settleMoves } from './files/unfinishedMove'
import { SCHEMA_VERSION } from './migrations'
import { Seals } from './soundness/seals'
import type { Salvaged } from './salvage/salvage'
import { checkSound } from './soundness/soundness'
import { lockFile, lockFolder } from './writerLock'

export interface Opened {
  readonly db: Database
  readonly seals: Seals
  /** Present for a writer. */
  readonly files?: OpenFiles
  /** The result of a salvage, if one was requested. */
  readonly salvaged?: Salvaged | undefined
  close(): void
}

export interface WriteOptions {
  readonly folder: string
  /** Shown to programs that find the folder locked. */
  readonly program: string
  /** A copy that replaces the data, in whatever state they are; the old data become a backup. */
  readonly restoreFrom?: string | undefined
  /** Salvages the data into a sound file first, which replaces them; the damaged file becomes a backup. */
  readonly salvage?: boolean | undefined
  /** Maximum number of pages of 4 KiB in the file; for testing with a full disk. */
  readonly maxPages?: number | undefined
}

export function dataFile(folder: string): string {
  return join(folder, DATABASE)
}

/** All that is stored has times, which no table takes from before 1970. @throws {LabError} `BAD_STORE` */
function checkClock(folder: string): void {
  const now = Date.now()
  if (now >= 0) return
  const clock = `The clock of this machine is at ${new Date(now).toISOString().slice(0, 10)}, before 1970`
  throw new LabError('BAD_STORE', `${clock}: set it, because nothing can be saved at such a time.`, { file: dataFile(folder) })
}

/**
 * Locks the folder, creates a missing data file, checks it and migrates it to this version.
 * @param watch of the copy that replaces the data
 * @throws {LabError} `STORE_LOCKED`, `STORE_FULL`, `CANCELLED`, or `BAD_STORE` for a file that is then left unchanged.
 */
export async function openForWriting(
  { folder, program, restoreFrom, salvage, maxPages }: WriteOptions,
  watch: CopyWatch = {},
): Promise<Opened> {
  checkClock(folder)
  explaining(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }))
  const lock = explaining(folder, () => lockFolder(folder, program))
  let db: Database | undefined
  try {
    const file = dataFile(folder)
    explaining(folder, () => {
      settleMoves(folder)
      removeDrafts(file)
    })
    finishRestore(file)
    if (restoreFrom !== undefined) await prepareRestore(restoreFrom, file, watch)
    const salvaged = salvage ? await prepareSalvage(file, watch) : undefined
    finishRestore(file)
    if (!existsSync(file)) create(file)
    // of a change of the journal's mode that a kill interrupted; only a writer can undo it
    if (existsSync(`${file}-journal`)) withDatabase(file, 'write', db => db.pragma('user_version'))
    let version = look(file)
    if (withDatabase(file, 'read', hasCompanions)) {
      // a copy was put in the place of the data by hand
      await prepareRestore(file, file, watch)
      finishRestore(file)
      version = look(file)
    }
    db = new Database(file, 'write')
    // FULL: a committed transaction is on the disk, so a power cut costs no more than a kill
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -32000')
    // pages that many transactions change are moved into the file less often
    db.exec('PRAGMA journal_size_limit = 16000000; PRAGMA wal_autocheckpoint = 4000')
    if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`)
    if (version < SCHEMA_VERSION) {
      await saveCopy(file, version)
      migrate(db)
    }
    db.pragma('user_version') // creates the journal beside the file
    const files = new OpenFiles([file, `${file}-wal`, lockFile(folder)])
    return { ...watched(db, new Seals(db, 'write'), lock.release, files), salvaged }
  } catch (error) {
    db?.close()
    lock.release()
    throw error instanceof LabError || !isSqlite(error) ? error : unexpected(dataFile(folder), error)
  }
}

/** Damage that passed the checks, and that SQLite finds later. */
function unexpected(file: string, error: unknown): LabError {
  return badStore('damaged', file, `${file} is damaged (${(error as Error).message}). It was left as it is: ${SALVAGE}.`, error)
}

/**
 * Opens the data for reading, beside a writer or without one.
 * @throws {LabError} `BAD_STORE`; its fault is `missing` if nothing was ever stored, and `older` if a writer must migrate the
 * file first.
 */
export function openForReading(folder: string): Opened {
  const file = dataFile(folder)
  if (!existsSync(file))
    throw badStore(
      'missing',
      file,
      `There is nothing stored in ${folder} yet: play a game first, or name the right folder with --home FOLDER.`,
    )
  const db = new Database(file, 'read')
  try {
    const version = checkVersion(db)
    if (version < SCHEMA_VERSION)
      throw badStore(
        'older',
        file,
        `${file} was written by an older lab (version ${version}; this one reads version ${SCHEMA_VERSION}). Open the lab once, in its window or with lab serve: it makes a copy and brings it up to date.`,
      )
    checkSchema(db, version)
    db.exec('PRAGMA cache_size = -32000')
    return { db, seals: new Seals(db, 'read'), close: () => db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Created under another name, so that a data file is complete from the start. */
function create(file: string): void {
  for (const rest of [`${file}-wal`, `${file}-journal`])
    if (existsSync(rest))
      throw badStore(
        'missing',
        file,
        `${file} is missing, but ${rest} is there, which holds its last changes. Put the data file back, or move this one away too.`,
      )
  const draft = `${file}.part`
  rmSync(draft, { force: true })
  migrateDraft(draft)
  explaining(file, () => renameSync(draft, file))
  syncFolder(join(file, '..'))
}

/**
 * Reads the version and checks the pages, over a read-only connection: a writing one would move the journal into the file when it
 * closes, and a refused file must stay unchanged.
 */
function look(file: string): number {
  // SQLite takes an empty file for a new database
  if (statSync(file).size === 0)
    throw badStore(
      'damaged',
      file,
      `${file} is empty: its content is lost. Move it away, or restore a copy from the folder "backups" beside it.`,
    )
  return withDatabase(file, 'read', db => {
    const version = checkVersion(db)
    checkSchema(db, version)
    checkSound(db)
    return version
  })
}

function watched(db: Database, seals: Seals, release: (isOurs: boolean) => void, files: OpenFiles): Opened {
  return {
    db,
    seals,
    files,
    close() {
      if (files.problem) closeSparingOthers(db.file, () => db.close())
      else db.close()
      release(files.isSame(lockFile(dirname(db.file))))
    },
  }
}
