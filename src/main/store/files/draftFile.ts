/** A data file that is being written, before it gets its final name. */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The writer's process and a random number: `.part-1234-0a1b2c3d`. */
const DRAFT = /\.part-(\d+)-[0-9a-f]{8}$/
/** A writer adds to its draft constantly; the draft may belong to another machine that shares the folder. */
const RESTING_MS = 10 * 60_000

/** An empty draft beside a file that the user names, under an unused name. @param mode its permissions */
export function freshDraft(target: string, mode = 0o600): string {
  const draft = `${target}.part-${process.pid}-${randomBytes(4).toString('hex')}`
  closeSync(openSync(draft, 'wx', mode))
  return draft
}

/** Removes drafts that killed writers left: those of no running process that have not grown for a while. */
export function removeDeadDrafts(target: string, now = Date.now()): void {
  const folder = dirname(target)
  for (const name of readdirSync(folder)) {
    const [ending, writer] = DRAFT.exec(name) ?? []
    if (ending === undefined || name !== basename(target) + ending || isRunning(Number(writer))) continue
    const draft = join(folder, name)
    if (now - (statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? now) > RESTING_MS) rmSync(draft, { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH' // another user's process
  }
}

/** A draft, and the files that SQLite may have created beside it. */
export function removeDraft(draft: string): void {
  for (const beside of ['', '-journal', '-wal', '-shm']) rmSync(draft + beside, { force: true })
}

export function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Flushes a folder so that a new name survives a power cut. Windows does so by itself and refuses the call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
