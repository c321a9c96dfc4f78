/** A file that is being written, before it gets its final name. */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isAlive } from './alive'
import { withHandle } from './handle'

/** The writer's process and a random number: `.part-1234-0a1b2c3d`. */
const DRAFT = /\.part-(\d+)-[0-9a-f]{8}$/
/** A writer adds to its draft constantly; the draft may belong to another machine that shares the folder. */
const RESTING_MS = 10 * 60_000

/** An empty draft beside a file, under an unused name: writers of the same file do not conflict. @param mode its permissions */
export function freshDraft(target: string, mode = 0o600): string {
  const draft = `${target}.part-${process.pid}-${randomBytes(4).toString('hex')}`
  closeSync(openSync(draft, 'wx', mode))
  return draft
}

/**
 * Removes drafts that killed writers left: those of no running process that have not grown for a while.
 * @param restingMs a draft rests that has not grown for as long
 */
export function removeDeadDrafts(target: string, restingMs = RESTING_MS): void {
  const folder = dirname(target)
  for (const name of readdirSync(folder)) {
    const [ending, writer] = DRAFT.exec(name) ?? []
    if (ending === undefined || name !== basename(target) + ending) continue
    const draft = join(folder, name)
    const stat = lstatSync(draft, { throwIfNoEntry: false })
    if (!stat || stat.isDirectory() || isRunning(Number(writer), stat.mtimeMs)) continue
    if (Date.now() - stat.mtimeMs >= restingMs) rmSync(draft, { force: true })
  }
}

/**
 * Whether the process that wrote at this time still runs. Labs in containers often have the same number: a draft older than this process is
 * not its own.
 */
function isRunning(pid: number, wroteAt: number): boolean {
  return pid === process.pid ? wroteAt >= Date.now() - 1000 * process.uptime() : isAlive(pid)
}

/** A draft, and the files that SQLite may have created beside it. */
export function removeDraft(draft: string): void {
  for (const beside of ['', '-journal', '-wal', '-shm']) rmSync(draft + beside, { force: true })
}

export function syncFile(file: string): void {
  withHandle(openSync(file, 'r+'), fsyncSync)
}

/** Flushes a folder so that a new name survives a power cut. Windows does so by itself and refuses the call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  withHandle(openSync(folder, 'r'), fsyncSync)
}
