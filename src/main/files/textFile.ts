/** Files that somebody named: untrusted, so their sizes are known before they are read. */
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { asBadFile, badFile, explainingFile } from './fileProblem'

/** Bytes of a file. @throws {LabError} `BAD_FILE` where there is none, it is not a file, or it is larger than `maxBytes`. */
export function sizeOf(file: string, maxBytes: number): number {
  const stat = explainingFile(file, () => statSync(file))
  if (stat.isDirectory()) throw badFile(file, 'this is a folder; name a file')
  if (!stat.isFile()) throw badFile(file, 'not a file') // a device would never end
  if (stat.size > maxBytes) throw badFile(file, `at most ${maxBytes} bytes are read, this has ${stat.size}`)
  return stat.size
}

/** @throws {LabError} `BAD_FILE`, as `sizeOf`, or where it is not UTF-8. */
export function readTextFile(file: string, maxBytes: number): string {
  sizeOf(file, maxBytes)
  const bytes = explainingFile(file, () => readFileSync(file))
  return explainingFile(file, () => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}

/** Bytes of a piece. Some readers look at the whole text so far with each piece, so there must not be too many. */
const PIECE = 2 ** 20

/** The text piece by piece. @throws {LabError} `BAD_FILE`, as `readTextFile`. */
export async function* readTextPieces(file: string, maxBytes: number): AsyncGenerator<string> {
  sizeOf(file, maxBytes)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const stream = createReadStream(file, { highWaterMark: PIECE })
  try {
    for await (const bytes of stream) yield decoder.decode(bytes as Uint8Array, { stream: true })
    yield decoder.decode()
  } catch (cause) {
    throw asBadFile(file, cause)
  }
}
