/** Recorded trees as files on the disk, for the terminal. */
import { accessSync, constants, createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, sep } from 'node:path'
import { makeTraceFile, TraceFileReader } from '../../../core/contract/files'
import type { Trace } from '../../../core/trace/trace'
import { freshDraft, removeDeadDrafts } from '../../files/draftFile'
import { asBadFile, badFile, explainingFile } from '../../files/fileProblem'
import { sizeOf } from '../../files/textFile'

/** The largest trace, and its head. */
const MAX_BYTES = 2 ** 31 + 2 ** 20

/** @throws {LabError} `BAD_FILE`, naming the file and its faulty part */
export async function readTrace(file: string): Promise<Trace> {
  const reader = new TraceFileReader(basename(file), sizeOf(file, MAX_BYTES))
  const stream = createReadStream(file, { highWaterMark: 2 ** 20 })
  try {
    for await (const piece of stream) reader.push(piece as Uint8Array)
  } catch (cause) {
    throw asBadFile(file, cause)
  }
  return reader.finish()
}

/**
 * Checks the target before any work is done in vain.
 * @throws {LabError} `BAD_FILE` if the file exists, or its folder is not writable
 */
export function refuseTaken(file: string): void {
  if (existsSync(file)) throw badFile(file, 'it is there already; name another file or remove it')
  explainingFile(file, () => accessSync(dirname(file) + sep + '.', constants.W_OK))
}

/**
 * Writes to a new file, which exists only once it is complete. Until then it has a unique name with `.part-`, so that two writers do not
 * conflict; after a kill, that file stays until the next save under the same name.
 * @throws {LabError} `BAD_FILE`, also if the file exists
 */
export async function writeTrace(file: string, trace: Trace): Promise<void> {
  refuseTaken(file)
  try {
    removeDeadDrafts(file)
    const part = freshDraft(file)
    const handle = await open(part, 'w')
    try {
      for (const piece of makeTraceFile(trace)) await handle.writeFile(piece)
      await handle.sync()
      refuseTaken(file) // another writer may have been faster, and a rename would overwrite its file
      await rename(part, file)
    } catch (cause) {
      await rm(part)
      throw cause
    } finally {
      await handle.close()
    }
  } catch (cause) {
    throw asBadFile(file, cause)
  }
}
