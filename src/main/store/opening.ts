/** How a data folder is opened: what is there is looked at before anything is written. */
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LabError } from '../../core/errors'
import type { CopyWatch } from './files/copyWatch'
import { finishRestore, keepCopy, migrateDraft, prepareRestore, prepareSalvage, removeDrafts } from './files/copies'
import { Database, withDatabase } from './database'
import { syncFolder } from './files/draftFile'
import { badStore, explaining, isSqlite, SALVAGE } from './failures'
import { checkVersion, migrate } from './migrate'
import { checkSchema } from './schema'
import { closeSparingOthers, OpenFiles } from './files/openFiles'
import { SCHEMA_VERSION } from './migrations'
import { Seals } from './soundness/seals'
import type { Salvaged } from './salvage/salvage'
import { checkSound } from './soundness/soundness'
import { lockFile, lockFolder } from './writerLock'

export interface Opened {
  readonly db: Database
  readonly seals: Seals
  /** Of a writer. */
  readonly files?: OpenFiles
  /** What was read where that was asked for. */
  readonly salvaged?: Salvaged | undefined
  close(): void
}

export interface WriteOptions {
  readonly folder: string
  /** Named to whoever is turned away. */
  readonly program: string
  /** A copy to put in the place of the data, whatever state they are in; they are kept among the backups. */
  readonly restoreFrom?: string | undefined
  /** Writes what can be read of the data into a sound file first, which takes their place; the damaged file becomes a backup. */
  readonly salvage?: boolean | undefined
  /** Pages of 4 KiB that the file may grow to; how a full disk is tried out. */
  readonly maxPages?: number | undefined
}

export function dataFile(folder: string): string {
  return join(folder, 'lab.db')
}

/**
 * Takes the folder, makes the data file if there is none, checks it and brings it to this version.
 *
 * @param watch of the copy that is put in the place of the data
 * @throws {LabError} `STORE_LOCKED`, `STORE_FULL`, `CANCELLED`, or `BAD_STORE` for a file that is then left as it was.
 */
export async function openForWriting(
  { folder, program, restoreFrom, salvage, maxPages }: WriteOptions,
  watch: CopyWatch = {},
): Promise<Opened> {
  explaining(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }))
  const lock = explaining(folder, () => lockFolder(folder, program))
  let db: Database | undefined
  try {
    const file = dataFile(folder)
    explaining(folder, () => removeDrafts(file))
    if (restoreFrom !== undefined) await prepareRestore(restoreFrom, file, watch)
    const salvaged = salvage ? prepareSalvage(file, watch) : undefined
    finishRestore(file)
    if (!existsSync(file)) create(file)
    const version = look(file)
    db = new Database(file, 'write')
    // FULL: a committed transaction is on the disk, so that a power cut costs no more than a kill does
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -32000')
    // pages that many transactions change are moved into the file less often
    db.exec('PRAGMA journal_size_limit = 16000000; PRAGMA wal_autocheckpoint = 4000')
    if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`)
    if (version < SCHEMA_VERSION) {
      await keepCopy(file, version)
      migrate(db)
    }
    db.pragma('user_version') // the journal beside the file is there from the first look into it
    const files = new OpenFiles([file, `${file}-wal`, lockFile(folder)])
    return { ...watched(db, new Seals(db, 'write'), lock.release, files), salvaged }
  } catch (error) {
    db?.close()
    lock.release()
    throw error instanceof LabError || !isSqlite(error) ? error : unexpected(dataFile(folder), error)
  }
}

/** Damage that got past the checks: SQLite meets it in the middle of something. */
function unexpected(file: string, error: unknown): LabError {
  return badStore('damaged', file, `${file} is damaged (${(error as Error).message}). It was left as it is: ${SALVAGE}.`, error)
}

/**
 * Opens the data for reading, beside a writer or without one.
 *
 * @throws {LabError} `BAD_STORE`; its fault is `missing` where nothing was ever stored, and `older` where a writer has yet to
 *         bring the file to this version.
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
        `${file} was written by an older lab (version ${version}; this one reads version ${SCHEMA_VERSION}). Start the lab once (npm start, or lab serve): it makes a copy and brings it up to date.`,
      )
    checkSchema(db, version)
    db.exec('PRAGMA cache_size = -32000')
    return { db, seals: new Seals(db, 'read'), close: () => db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Made under another name, so that a data file is whole from its first moment. */
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
 * Reads the version and checks the pages, over a connection that cannot write: one that can would move the journal into the
 * file as it closes, and a refused file stays as it is.
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
