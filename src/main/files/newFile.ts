/** New files that the user names. */
import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LabError } from '../../core/errors'
import { abridged } from '../../core/quoted'
import { freshDraft, removeDeadDrafts } from './wholeFile'
import { asBadFile, badFile, explainingFile } from './fileProblem'
import { typedPath } from './home'

/**
 * Refuses a path where anything exists, including a broken link, and one in a folder that cannot be written.
 * @throws {LabError} `BAD_FILE`; `BAD_SETTING` as `typedPath`
 */
export function checkNewFile(file: string): string {
  typedPath(file)
  return explainingFile(file, () => {
    if (lstatSync(file, { throwIfNoEntry: false })) throw badFile(file, 'it is there already; name another file or remove it')
    const folder = dirname(file)
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new LabError('BAD_FILE', `${abridged(folder)}: there is no such folder`, { file })
    accessSync(folder, constants.W_OK)
    return file
  })
}

/**
 * Writes a new file, which exists only once it is complete. Until then it has a unique name with `.part-`, so that two writers
 * do not conflict; after a kill, that file stays until the next save under the same name.
 * @param pieces of its content; an error of their source is thrown, as `BAD_FILE` if it is the system's
 * @param mode its permissions; by default as the user's other files
 * @throws {LabError} `BAD_FILE`, also if the file exists; nothing is left then
 */
export async function writeNew(
  file: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  mode = 0o666,
): Promise<void> {
  checkNewFile(file)
  try {
    removeDeadDrafts(file)
    const draft = freshDraft(file, mode)
    try {
      const handle = await open(draft, 'r+')
      try {
        for await (const piece of pieces) await handle.writeFile(piece)
        await handle.sync()
      } finally {
        await handle.close()
      }
      checkNewFile(file) // another writer may have been faster, and a rename would overwrite its file
      await rename(draft, file)
    } catch (cause) {
      await rm(draft, { force: true })
      throw cause
    }
  } catch (cause) {
    throw asBadFile(file, cause)
  }
}
