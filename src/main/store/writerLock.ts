/** One writer a data folder. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LabError } from '../../core/errors'
import { isAlive } from './alive'
import { Database } from './database'
import { readSmall } from '../files/smallFile'

/** Who holds the folder, for the message of the one that is turned away. */
export interface Writer {
  readonly pid: number
  readonly program: string
  readonly since: string
}

export interface WriterLock {
  /** @param isOurs absent: yes. Else the folder has a lock of another program by now, whose card stays. */
  release(isOurs?: boolean): void
}

/**
 * Takes the folder for this program until `release` or the end of the process, however it ends: the lock is SQLite's own on
 * `writer.lock`, which the system drops with the process. `writer.json` beside it only says who holds it.
 *
 * Nobody may read `writer.lock` in this process: closing a file drops the locks that its process holds on it.
 *
 * @throws {LabError} `STORE_LOCKED`, naming the other process.
 */
export function lockFolder(folder: string, program: string): WriterLock {
  const card = join(folder, 'writer.json')
  const lock = new Database(lockFile(folder), 'write')
  try {
    // long enough for a program that is just ending
    lock.exec('PRAGMA busy_timeout = 300; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw error instanceof LabError && error.code === 'STORE_LOCKED' ? lockedBy(readWriter(card), folder) : error
  }
  writeCard(card, { pid: process.pid, program, since: new Date().toISOString() })
  return {
    release(isOurs = true) {
      try {
        if (isOurs) rmSync(card, { force: true })
      } catch {
        // the folder cannot be written any more: a card without its lock keeps nobody out
      }
      lock.close()
    },
  }
}

export function lockFile(folder: string): string {
  return join(folder, 'writer.lock')
}

/** A disk without room for it has room for the lock all the same: a message does without. */
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

/** The program that has the folder now, as far as its card says. */
export function writerOf(folder: string): Writer | undefined {
  const writer = readWriter(join(folder, 'writer.json'))
  return writer && isAlive(writer.pid) ? writer : undefined
}

/** `undefined` when there is none that can be read: a message does without. */
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
