/** Recorded trees as files on the disk, for the terminal. */
import { accessSync, constants, createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, sep } from 'node:path'
import { makeTraceFile, TraceFileReader } from '../../../core/contract/files'
import type { Trace } from '../../../core/trace/trace'
import { freshDraft, removeDeadDrafts } from '../../store/files/draftFile'
import { asBadFile, badFile, explainingFile } from '../../files/fileProblem'
import { sizeOf } from '../../files/textFile'

/** The largest trace, and its head. */
const MAX_BYTES = 2 ** 31 + 2 ** 20

/** @throws {LabError} `BAD_FILE`, naming the file and which part of it is wrong */
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
 * @throws {LabError} `BAD_FILE` where there is something of this name already, or no folder that it can be written in, before
 * any work is done in vain
 */
export function refuseTaken(file: string): void {
  if (existsSync(file)) throw badFile(file, 'it is there already; name another file or remove it')
  explainingFile(file, () => accessSync(dirname(file) + sep + '.', constants.W_OK))
}

/**
 * To a new file, which is there once it is whole. Until then it has a name of its own with `.part-`, so that two writers do not
 * meet; a kill leaves it behind until the next save of that name. @throws {LabError} `BAD_FILE`, also where the file is there already
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
      refuseTaken(file) // another writer may have been quicker, and a rename would write over its file
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
