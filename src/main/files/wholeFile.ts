import { fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { copyFile, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { freshDraft, removeDeadDrafts, syncFolder } from './draftFile'
import { asBadFile, explainingFile } from './fileProblem'
import { withHandle, writeAll } from './handle'

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
const RESTING_MS = 60_000

/** A new draft. Removes those of killed writers. @throws {LabError} `BAD_FILE` */
function draftOf(file: string, mode?: number): string {
  return explainingFile(file, () => {
    removeDeadDrafts(file, RESTING_MS)
    return freshDraft(file, mode)
  })
}
