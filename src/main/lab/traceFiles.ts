/** Recorded trees as files on the disk, for the terminal. */
import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { basename } from 'node:path'
import { makeTraceFile, TraceFileReader } from '../../core/contract/files'
import { LabError } from '../../core/errors'
import type { Trace } from '../../core/search/trace/trace'
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

/** To a new file. @throws {LabError} `BAD_FILE`, also where the file is there already. */
export async function writeTrace(file: string, trace: Trace): Promise<void> {
  const stream = createWriteStream(file, { flags: 'wx' })
  const done = finished(stream)
  done.catch(() => undefined) // heard below
  try {
    await once(stream, 'open')
    for (const piece of makeTraceFile(trace)) if (!stream.write(piece)) await once(stream, 'drain')
    stream.end()
    await done
  } catch (cause) {
    const taken = (cause as NodeJS.ErrnoException).code === 'EEXIST'
    const problem = taken ? 'it is there already; name another file or remove it' : (cause as Error).message
    throw unusable(file, problem, cause)
  }
}

function unusable(file: string, problem: string, cause: unknown): LabError {
  return new LabError('BAD_FILE', `${file}: ${problem}`, { file }, { cause })
}
