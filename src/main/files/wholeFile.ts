import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { copyFile, open, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { asBadFile, explainingFile } from './fileProblem'
import { withHandle, writeAll } from './handle'
import { randomBytes } from 'node:crypto'

/** The writer's process and a random number: `.part-1234-0a1b2c3d`. */
const DRAFT = /\.part-(\d+)-[0-9a-f]{8}$/
/** A writer adds to its draft constantly; the draft may belong to another machine that shares the folder. */
const RESTING_MS = 10 * 60_000

/**
 * Writes a file that is there whole or not at all, also after a kill or a power cut. Replaces one of that name; of several writers at
 * once, the last one counts.
 * @param mode its permissions
 * @throws {LabError} `BAD_FILE` for an error of the file system; nothing is left then
 */
export function writeWhole(file: string, content: string | Uint8Array, mode = 0o600): void {
  const draft = draftOf(file, mode)
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  try {
    withHandle(openSync(draft, 'r+'), handle => {
      writeAll(handle, bytes)
      fsyncSync(handle)
    })
    renameSync(draft, file)
    syncFolder(dirname(file))
  } catch (cause) {
    rmSync(draft, { force: true })
    throw asBadFile(file, cause)
  }
}

/** Like `writeWhole`, with the content of another file, in the background. */
export async function copyWhole(from: string, file: string): Promise<void> {
  const draft = draftOf(file)
  try {
    await copyFile(from, draft)
    const handle = await open(draft, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
    syncFolder(dirname(file))
  } catch (cause) {
    rmSync(draft, { force: true })
    throw asBadFile(file, cause)
  }
}

/** A writer on another machine, whose process is not seen here, adds to its draft at least this often. */
const QUIET_MS = 60_000

/** A new draft. Removes those of killed writers. @throws {LabError} `BAD_FILE` */
function draftOf(file: string, mode?: number): string {
  return explainingFile(file, () => {
    removeDeadDrafts(file, QUIET_MS)
    return freshDraft(file, mode)
  })
}

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

/** Whether a process with this number exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
