/** A data file on its way to its place. */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs'

/** An empty draft for a file that a person named, under a name that nothing else beside it has. */
export function freshDraft(target: string): string {
  const draft = `${target}.part-${randomBytes(4).toString('hex')}`
  closeSync(openSync(draft, 'wx', 0o600))
  return draft
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
