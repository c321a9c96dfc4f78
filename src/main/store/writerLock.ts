/** One writer per data folder. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LabError } from '../../core/errors'
import { isAlive } from '../files/wholeFile'
import { Database } from './database'
import { readSmall } from '../files/regularFile'

/** The program that holds the folder, for the message to a refused one. */
export interface Writer {
  readonly pid: number
  readonly program: string
  readonly since: string
}

export interface WriterLock {
  /** @param isOurs absent: yes. Otherwise another program has a lock on the folder by now, and its card stays. */
  release(isOurs?: boolean): void
}

/**
 * Locks the folder for this program until `release` or the end of the process, even by a kill: SQLite's own lock on `writer.lock`
 * holds it, and the system drops that lock with the process. `writer.json` beside it only names the owner.
 *
 * This process must not read `writer.lock` elsewhere: closing a file drops the locks that its process holds on it.
 * @throws {LabError} `STORE_LOCKED`, naming the other process.
 */
export function lockFolder(folder: string, program: string): WriterLock {
  const card = join(folder, 'writer.json')
  const lock = new Database(lockFile(folder), 'write')
  try {
    // long enough for a program that is just ending
    lock.exec('PRAGMA busy_timeout = 300; BEGIN EXCLUSIVE')
    writeCard(card, { pid: process.pid, program, since: new Date().toISOString() })
  } catch (error) {
    lock.close()
    throw error instanceof LabError && error.code === 'STORE_LOCKED' ? lockedBy(readWriter(card), folder) : error
  }
  return {
    release(isOurs = true) {
      try {
        if (isOurs) rmSync(card, { force: true })
      } catch {
        // the folder is no longer writable: a card without its lock excludes no program
      }
      lock.close()
    },
  }
}

export function lockFile(folder: string): string {
  return join(folder, 'writer.lock')
}

/** May fail on a full disk, where the lock still works: messages then lack the name. */
function writeCard(card: string, writer: Writer): void {
  try {
    writeFileSync(`${card}.new`, JSON.stringify(writer))
    renameSync(`${card}.new`, card)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    rmSync(`${card}.new`, { force: true })
  }
}

function lockedBy(writer: Writer | undefined, folder: string): LabError {
  const who = writer ? `${writer.program}, process ${writer.pid}, since ${writer.since}` : 'another program'
  return new LabError(
    'STORE_LOCKED',
    `The data folder ${folder} is in use by ${who}. Close that one, or use another folder with --home FOLDER.`,
    { folder, ...writer },
  )
}

/** The program that holds the folder now, according to its card. */
export function writerOf(folder: string): Writer | undefined {
  const writer = readWriter(join(folder, 'writer.json'))
  return writer && isAlive(writer.pid) ? writer : undefined
}

/** `undefined` if there is no readable card: messages then lack the name. */
function readWriter(card: string): Writer | undefined {
  try {
    const { pid, program, since } = JSON.parse(readSmall(card)) as Partial<Writer>
    return typeof pid === 'number' && typeof program === 'string' && typeof since === 'string'
      ? { pid, program, since }
      : undefined
  } catch {
    return undefined
  }
}
