/** SQLite's failures in the lab's words. */
import { statSync } from 'node:fs'
import { LabError } from '../../core/errors'
import { abridged } from '../../core/quoted'

/** Why a data file cannot be used, in `detail.fault` of `BAD_STORE`. */
export type StoreFault = 'damaged' | 'foreign' | 'altered' | 'newer' | 'older' | 'missing' | 'readOnly' | 'unreachable' | 'gone'

/** Primary result codes. Source: https://www.sqlite.org/rescode.html */
const SQLITE = { BUSY: 5, LOCKED: 6, READONLY: 8, IOERR: 10, CORRUPT: 11, FULL: 13, CANTOPEN: 14, NOTADB: 26 } as const
const SQLITE_CONSTRAINT_UNIQUE = 2067

export function badStore(fault: StoreFault, file: string, message: string, cause?: unknown): LabError {
  return new LabError('BAD_STORE', message, { fault, file }, cause === undefined ? undefined : { cause })
}

/** Converts an error that SQLite or the file system threw about `file`; anything else is a bug and stays as it is. */
function explained(error: unknown, file: string): unknown {
  if (error instanceof LabError) return error
  const why = abridged((error as Error).message)
  const path = abridged(file)
  const isFull = (error as NodeJS.ErrnoException).code === 'ENOSPC'
  switch (isFull ? SQLITE.FULL : resultCode(error) & 0xff) {
    case SQLITE.FULL:
      return new LabError(
        'STORE_FULL',
        `There is no room to store this in ${path}. What was stored before is intact. Make room on the disk.`,
        { file },
        { cause: error },
      )
    case SQLITE.BUSY:
    case SQLITE.LOCKED:
      return new LabError(
        'STORE_LOCKED',
        `${path} is in use by another program: close it and try again.`,
        { file },
        { cause: error },
      )
    case SQLITE.CORRUPT:
      return badStore('damaged', file, `${path} is damaged (${why}). It was left as it is: ${SALVAGE}, or ${RESTORE}.`, error)
    case SQLITE.NOTADB:
      return badStore('foreign', file, `${path} is not a database (${why}). It was left as it is: ${RESTORE}.`, error)
    case SQLITE.READONLY:
      return badStore(
        'readOnly',
        file,
        `${path} cannot be written: allow this user to write it and its folder, or ${ANOTHER}.`,
        error,
      )
    case SQLITE.CANTOPEN:
    case SQLITE.IOERR:
      return badStore(
        'unreachable',
        file,
        `${path} cannot be reached (${why}): check its disk and its permissions, or ${ANOTHER}.`,
        error,
      )
    default:
      return isFileError(error)
        ? badStore('unreachable', file, `${path} cannot be reached: ${why}. Check it, or ${ANOTHER}.`, error)
        : error
  }
}

/** Runs an action on `file` and converts its errors. @throws {LabError} `BAD_STORE`, `STORE_LOCKED` or `STORE_FULL` */
export function explaining<T>(file: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw explained(error, file)
  }
}

/** Like `explaining`, for a promise. */
export async function explainingLater<T>(file: string, going: Promise<T>): Promise<T> {
  try {
    return await going
  } catch (error) {
    throw explained(error, file)
  }
}

export function isNotUnique(error: unknown): boolean {
  return resultCode(error) === SQLITE_CONSTRAINT_UNIQUE
}

export const RESTORE = 'restore a copy from the folder "backups" beside it, or move it away to begin with an empty one'
/** The terminal's messages use the first words. */
export const SALVAGE =
  '"lab data salvage", or Salvage under Settings, makes a sound file of what can be read and moves this one to the backups'

/** A file without any readable data of the lab. */
export function nothingOfOurs(file: string): LabError {
  const isEmpty = statSync(file).size === 0
  const what = isEmpty ? `${file} is empty: its content is lost` : `In ${file} there is nothing that the lab has stored`
  return badStore(isEmpty ? 'damaged' : 'foreign', file, `${what}. It was left as it is: ${RESTORE}.`)
}

const ANOTHER = 'use another folder with --home FOLDER'

/** A failure of SQLite without words of its own. */
export function isSqlite(error: unknown): boolean {
  return resultCode(error) !== 0
}

/** SQLite's extended result code; 0 for any other error. */
function resultCode(error: unknown): number {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode : 0
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
