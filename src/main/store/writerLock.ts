/** One writer a data folder. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LabError } from '../../core/errors'
import { Database } from './database'

/** Who holds the folder, for the message of the one that is turned away. */
interface Writer {
  readonly pid: number
  readonly program: string
  readonly since: string
}

export interface WriterLock {
  release(): void
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
  const lock = new Database(join(folder, 'writer.lock'), 'write')
  try {
    // long enough for a program that is just ending
    lock.exec('PRAGMA busy_timeout = 300; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw error instanceof LabError && error.code === 'STORE_LOCKED' ? lockedBy(readWriter(card), folder) : error
  }
  const writer: Writer = { pid: process.pid, program, since: new Date().toISOString() }
  writeFileSync(`${card}.new`, JSON.stringify(writer))
  renameSync(`${card}.new`, card)
  return {
    release() {
      try {
        rmSync(card, { force: true })
      } catch {
        // the folder cannot be written any more: a card without its lock keeps nobody out
      }
      lock.close()
    },
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

/** `undefined` when there is none that can be read: a message does without. */
function readWriter(card: string): Writer | undefined {
  try {
    const { pid, program, since } = JSON.parse(readFileSync(card, 'utf8')) as Partial<Writer>
    return typeof pid === 'number' && typeof program === 'string' && typeof since === 'string'
      ? { pid, program, since }
      : undefined
  } catch {
    return undefined
  }
}
