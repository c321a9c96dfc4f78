/** SQLite's failures in the lab's words. */
import { LabError } from '../../core/errors'

/** Why a data file cannot be used, in `detail.fault` of `BAD_STORE`. */
export type StoreFault = 'damaged' | 'foreign' | 'newer' | 'older' | 'missing' | 'readOnly' | 'unreachable'

/** Primary result codes. Source: https://www.sqlite.org/rescode.html */
const SQLITE = { BUSY: 5, LOCKED: 6, READONLY: 8, IOERR: 10, CORRUPT: 11, FULL: 13, CANTOPEN: 14, NOTADB: 26 } as const
const SQLITE_CONSTRAINT_UNIQUE = 2067

export function badStore(fault: StoreFault, file: string, message: string, cause?: unknown): LabError {
  return new LabError('BAD_STORE', message, { fault, file }, cause === undefined ? undefined : { cause })
}

/** The error to throw for one that SQLite or the file system threw about `file`; anything else is a bug and stays as it is. */
function explained(error: unknown, file: string): unknown {
  if (error instanceof LabError) return error
  const why = (error as Error).message
  switch (resultCode(error) & 0xff) {
    case SQLITE.FULL:
      return new LabError(
        'STORE_FULL',
        `There is no room to store this in ${file}. What was stored before is intact: make room on the disk and do it again.`,
        { file },
        { cause: error },
      )
    case SQLITE.BUSY:
    case SQLITE.LOCKED:
      return new LabError(
        'STORE_LOCKED',
        `${file} is in use by another program: close it and try again.`,
        { file },
        { cause: error },
      )
    case SQLITE.CORRUPT:
      return badStore('damaged', file, `${file} is damaged (${why}). It was left as it is: ${RESTORE}.`, error)
    case SQLITE.NOTADB:
      return badStore('foreign', file, `${file} is not a database (${why}). It was left as it is: ${RESTORE}.`, error)
    case SQLITE.READONLY:
      return badStore(
        'readOnly',
        file,
        `${file} cannot be written: allow this user to write it and its folder, or ${ANOTHER}.`,
        error,
      )
    case SQLITE.CANTOPEN:
    case SQLITE.IOERR:
      return badStore(
        'unreachable',
        file,
        `${file} cannot be reached (${why}): check its disk and its permissions, or ${ANOTHER}.`,
        error,
      )
    default:
      return isFileError(error)
        ? badStore('unreachable', file, `${file} cannot be reached: ${why}. Check it, or ${ANOTHER}.`, error)
        : error
  }
}

/** Runs something that touches `file`. @throws {LabError} `BAD_STORE`, `STORE_LOCKED` or `STORE_FULL` */
export function explaining<T>(file: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw explained(error, file)
  }
}

/** As `explaining`, of something that goes on. */
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
const ANOTHER = 'use another folder with --home FOLDER'

/** SQLite's extended result code; 0 of any other error. */
function resultCode(error: unknown): number {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' ? errcode : 0
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
