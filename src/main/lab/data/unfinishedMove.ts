/** Cleans up after a move of the data that was killed. */
import { existsSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { LabErrorData } from '../../../core/errors'
import { isAlive } from '../../store/alive'
import { BACKUPS } from '../../store/files/backupNames'
import { readSmallFile } from '../../files/smallFile'

/** In the folder that is being moved. */
const NOTE = 'moving.json'
/** An unfinished copy, with SQLite's files beside it. */
const DRAFT = /^lab[.]db[.]part(-[0-9a-f]{8})?(-journal|-wal|-shm)?$/

interface Move {
  readonly pid: number
  readonly to: string
  /** Folders that did not exist before, innermost first. */
  readonly made: readonly string[]
}

export function noteMove(from: string, to: string, made: readonly string[]): void {
  const move: Move = { pid: process.pid, to, made }
  writeFileSync(join(from, NOTE), JSON.stringify(move), { flush: true })
}

export function forgetMove(from: string): void {
  rmSync(join(from, NOTE), { force: true })
}

/**
 * Removes an unfinished copy and the empty folders that were created for it. A finished copy stays: it may be in use.
 * @returns the remains of the move, for the user to decide
 */
export function clearUnfinishedMove(from: string): LabErrorData | undefined {
  const move = readNote(from)
  if (!move || (move.pid !== process.pid && isAlive(move.pid))) return undefined
  const drafts = existsSync(move.to) ? readdirSync(move.to).filter(name => DRAFT.test(name)) : []
  for (const name of drafts) rmSync(join(move.to, name), { force: true })
  for (const folder of [join(move.to, BACKUPS), ...move.made]) removeIfEmpty(folder)
  forgetMove(from)
  const copy = join(move.to, 'lab.db')
  if (!existsSync(copy)) return undefined
  const message = `A move of the data from ${from} to ${move.to} was interrupted. The data are still in ${from}; the copy ${copy} is not in use by this lab. Delete that copy before you move the data there again.`
  return { code: 'BAD_STORE', message, detail: { fault: 'copyLeft', file: copy } }
}

/** A folder and those above it that do not exist, innermost first. */
export function missingFolders(folder: string): string[] {
  const missing: string[] = []
  for (let path = folder; !existsSync(path); path = dirname(path)) missing.push(path)
  return missing
}

export function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory() && readdirSync(folder).length === 0) rmdirSync(folder)
}

function readNote(from: string): Move | undefined {
  try {
    const { pid, to, made } = JSON.parse(readSmallFile(join(from, NOTE)) ?? '') as Partial<Move>
    if (typeof pid !== 'number' || typeof to !== 'string' || !Array.isArray(made)) return undefined
    return [to, ...(made as unknown[])].every(path => typeof path === 'string' && isAbsolute(path))
      ? { pid, to, made }
      : undefined
  } catch {
    return undefined // there is none, or a kill cut it off
  }
}
