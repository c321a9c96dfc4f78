/** Recorded trees as files on the disk, for the terminal. */
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { makeTraceFile, TraceFileReader } from '../../../core/contract/files'
import type { Trace } from '../../../core/trace/trace'
import { asBadFile } from '../../files/fileProblem'
import { writeNew } from '../../files/newFile'
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

/** Writes to a new file. @throws {LabError} `BAD_FILE`, also if the file exists; nothing is left then */
export async function writeTrace(file: string, trace: Trace): Promise<void> {
  await writeNew(file, makeTraceFile(trace), 0o600)
}
