/** A data file on its way to its place. */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Who writes and a random number: `.part-1234-0a1b2c3d`. */
const DRAFT = /\.part-(\d+)-[0-9a-f]{8}$/
/** A writer adds to its draft all the time; this one may be of another machine that has the same folder. */
const RESTING_MS = 10 * 60_000

/** An empty draft for a file that a person named, under a name that nothing else beside it has. @param mode who may read and write it */
export function freshDraft(target: string, mode = 0o600): string {
  const draft = `${target}.part-${process.pid}-${randomBytes(4).toString('hex')}`
  closeSync(openSync(draft, 'wx', mode))
  return draft
}

/** Removes what writers of a file left behind that were killed: drafts of no process that runs, which have not grown for a while. */
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

/** A draft, and what SQLite may have laid beside it. */
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

/** Makes a new name in a folder survive a power cut; Windows does so by itself and refuses to be asked. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
