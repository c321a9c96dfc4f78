/** Recorded trees as files on the disk, for the terminal. */
import { accessSync, constants, createReadStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, sep } from 'node:path'
import { makeTraceFile, TraceFileReader } from '../../core/contract/files'
import { LabError } from '../../core/errors'
import type { Trace } from '../../core/search/trace/trace'
import { fileProblem } from './fileProblem'
import { sizeOf } from './textFile'

/** The largest trace, and its head. */
const MAX_BYTES = 2 ** 31 + 2 ** 20

/** @throws {LabError} `BAD_FILE`, naming the file and which part of it is wrong */
export async function readTrace(file: string): Promise<Trace> {
  const reader = new TraceFileReader(basename(file), sizeOf(file, MAX_BYTES))
  const stream = createReadStream(file, { highWaterMark: 2 ** 20 })
  try {
    for await (const piece of stream) reader.push(piece as Uint8Array)
  } catch (cause) {
    throw cause instanceof LabError ? cause : unusable(file, (cause as Error).message, cause)
  }
  return reader.finish()
}

/**
 * @throws {LabError} `BAD_FILE` where there is something of this name already, or no folder that it can be written in, before
 * anybody works for it in vain
 */
export function refuseTaken(file: string): void {
  if (existsSync(file)) throw unusable(file, 'it is there already; name another file or remove it')
  try {
    accessSync(dirname(file) + sep + '.', constants.W_OK)
  } catch (cause) {
    throw unusable(file, fileProblem(cause), cause)
  }
}

/**
 * To a new file, which is there once it is whole: until then it is called `.part`, and what a kill left of that is written
 * over. @throws {LabError} `BAD_FILE`, also where the file is there already
 */
export async function writeTrace(file: string, trace: Trace): Promise<void> {
  refuseTaken(file)
  const part = `${file}.part`
  try {
    const handle = await open(part, 'w')
    try {
      for (const piece of makeTraceFile(trace)) await handle.writeFile(piece)
      await handle.sync()
      refuseTaken(file) // somebody may have been quicker, and a rename would write over it
      await rename(part, file)
    } catch (cause) {
      await rm(part)
      throw cause
    } finally {
      await handle.close()
    }
  } catch (cause) {
    throw cause instanceof LabError ? cause : unusable(file, (cause as Error).message, cause)
  }
}

function unusable(file: string, problem: string, cause?: unknown): LabError {
  return new LabError('BAD_FILE', `${file}: ${problem}`, { file }, { cause })
}
