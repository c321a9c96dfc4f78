/** Checks data files before SQLite opens them, because SQLite waits forever for a pipe. */
import { closeSync, openSync, statSync } from 'node:fs'
import { badStore, explaining } from '../failures'

/** Includes the files that SQLite opens beside it. @throws {LabError} `BAD_STORE` for a pipe or a device */
export function checkRegularData(file: string): void {
  for (const each of ['', '-wal', '-shm', '-journal'].map(beside => file + beside)) {
    const stat = explaining(each, () => statSync(each, { throwIfNoEntry: false }))
    if (stat && !stat.isFile() && !stat.isDirectory())
      throw badStore('foreign', each, `${each} is not a regular file: put the data file in its place, or move it away.`)
  }
}

/**
 * Creates an empty file that only this user can read, if there is none. SQLite takes it for a new database, and gives its journal
 * the same rights.
 */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // it exists, or SQLite is about to report the problem
  }
}
