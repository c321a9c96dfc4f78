/** Ensures that one process at a time writes to a file of results. */
import { existsSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve, join } from 'node:path'
import { LabError } from '../../../core/errors'
import { badFile, explainingFile } from '../../files/fileProblem'
import { makeFolder, typedPath } from '../../files/home'
import { ARENA_FOLDER, lockedNames } from '../../files/dataContents'

/** Attempts, because the other process may remove the lock in between. */
const MOST_TRIES = 5

/** Links that are followed at most, as on Linux. */
const MOST_LINKS = 40

/**
 * Holds `FILE.lock` until `use` or the process has ended, in any way: the lock is SQLite's own, which the system releases with the process.
 * Removes the lock's file afterwards; one that a kill left behind blocks no process. A link to a file shares the lock of that file.
 *
 * @throws {LabError} `BAD_FILE` while another process holds it, and for a name that is too long; `BAD_SETTING` as `typedPath`
 */
export async function whileLocked<T>(path: string, use: () => Promise<T>): Promise<T> {
  typedPath(path)
  explainingFile(dirname(path), () => makeFolder(dirname(path), 0o777)) // minus the bits of this user's umask
  const { Database } = await import('../database')
  const lock = lockOf(path)
  explainingFile(path, () => statSync(lock, { throwIfNoEntry: false })) // SQLite does not say that a name is too long
  const held = take(0)
  try {
    return await use()
  } finally {
    try {
      rmSync(lock, { force: true })
    } catch {
      // a system that cannot remove open files leaves it there, where it blocks no process
    }
    held.close()
  }

  function take(tries: number): InstanceType<typeof Database> {
    let opened: InstanceType<typeof Database> | undefined
    try {
      opened = new Database(lock, 'write')
      const before = statSync(lock, { throwIfNoEntry: false })?.ino
      opened.exec('PRAGMA busy_timeout = 300; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
      if (before !== undefined && before === statSync(lock, { throwIfNoEntry: false })?.ino) return opened
    } catch (error) {
      opened?.close()
      const isHeld = error instanceof LabError && error.code === 'STORE_LOCKED'
      if (isHeld) throw badFile(path, 'another process is writing to it. Wait for that one, or name another file', error)
      throw badFile(
        path,
        existsSync(lock) ? `${lock} is no lock of this lab: move it away` : 'its folder cannot be written',
        error,
      )
    }
    opened.close()
    if (tries < MOST_TRIES) return take(tries + 1)
    throw badFile(path, 'other processes take turns with it; try again')
  }
}

/** Whether a process, which may be this one, holds `FILE.lock`. Does not wait. */
async function isLocked(path: string): Promise<boolean> {
  const lock = lockOf(path)
  if (!existsSync(lock)) return false
  const { withDatabase } = await import('../database')
  try {
    withDatabase(lock, 'read', db => {
      db.exec('PRAGMA busy_timeout = 0')
      db.one('SELECT count(*) FROM sqlite_schema')
    })
    return false
  } catch (error) {
    // an attempt to write explains any other fault
    return error instanceof LabError && error.code === 'STORE_LOCKED'
  }
}

function lockOf(path: string): string {
  return `${targetOf(path)}.lock`
}

/** Where a file is, or will be: a link may name a file that is not there yet. @param links that may follow each other */
function targetOf(path: string, links = MOST_LINKS): string {
  try {
    return realpathSync(path)
  } catch {
    const linked = linkedBy(path)
    return linked === undefined || links === 0 ? path : targetOf(resolve(dirname(path), linked), links - 1)
  }
}

function linkedBy(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined // it is no link
  }
}

/**
 * Refuses to replace or move data while a program writes files beside the database: it would continue in the old ones.
 * @throws {LabError} `BAD_REQUEST`, naming what is being made
 */
export async function requireAtRest(folder: string): Promise<void> {
  const busy: string[] = []
  for (const path of explainingFile(folder, () => lockedNames(folder)))
    if (await isLocked(join(folder, path))) busy.push(nameOf(path))
  if (busy.length === 0) return
  throw new LabError(
    'BAD_REQUEST',
    `Another program is writing in ${folder}: ${busy.join(', ')}. End it first (Ctrl-C in its terminal), or wait for it. Nothing was changed.`,
    { folder },
  )
}

function nameOf(path: string): string {
  return path.startsWith(`${ARENA_FOLDER}/`) ? `a tournament (${path})` : path
}
