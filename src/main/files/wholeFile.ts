import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { copyFile, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { asBadFile, explainingFile } from './fileProblem'

/**
 * Writes a file that is there whole or not at all, also after a kill or a power cut. Replaces one of that name.
 * @throws {LabError} `BAD_FILE` for an error of the file system; nothing is left then
 */
export function writeWhole(file: string, content: string | Uint8Array): void {
  const draft = freeDraft(file)
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  try {
    const handle = openSync(draft, 'wx', 0o600)
    try {
      for (let written = 0; written < bytes.length;) written += writeSync(handle, bytes, written)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(draft, file)
    syncFolder(dirname(file))
  } catch (cause) {
    rmSync(draft, { force: true })
    throw asBadFile(file, cause)
  }
}

/** As `writeWhole`, with the content of another file, in the background. */
export async function copyWhole(from: string, file: string): Promise<void> {
  const draft = freeDraft(file)
  try {
    await copyFile(from, draft, constants.COPYFILE_EXCL)
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

/** The name of a draft beside the file. Removes what has it: a kill left that there, or it is a pipe, for which the lab would wait. @throws {LabError} `BAD_FILE` */
function freeDraft(file: string): string {
  const draft = `${file}.draft`
  explainingFile(draft, () => rmSync(draft, { force: true }))
  return draft
}

/** Makes a new name durable, where the system can. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return // opens no folders
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
