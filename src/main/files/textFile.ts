/** Files that the user names: untrusted, so their sizes are limited. */
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { TextDecoder } from 'node:util'
import { encodingOf } from '../../core/contract/texts'
import { asBadFile, badFile, explainingFile } from './fileProblem'

/** Bytes of a file. @throws {LabError} `BAD_FILE` if it does not exist, is not a file, or is larger than `maxBytes`. */
export function sizeOf(file: string, maxBytes: number): number {
  const stat = explainingFile(file, () => statSync(file))
  if (stat.isDirectory()) throw badFile(file, 'this is a folder; name a file')
  if (!stat.isFile()) throw badFile(file, 'not a file') // a device would never end
  if (stat.size > maxBytes) throw badFile(file, `at most ${maxBytes} bytes are read, this has ${stat.size}`)
  return stat.size
}

/** @throws {LabError} `BAD_FILE` like `sizeOf`, or if it is no text (see `encodingOf`). */
export function readTextFile(file: string, maxBytes: number): string {
  sizeOf(file, maxBytes)
  const bytes = explainingFile(file, () => readFileSync(file))
  return explainingFile(file, () => new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes))
}

/** Names standard input in commands. */
export const STANDARD_INPUT = '-'

export type StandardInput = typeof process.stdin

const taken = new WeakSet<NodeJS.ReadableStream>()

/** @throws {LabError} `BAD_FILE` if it was read before: a second `-` would find it empty */
export function takeStandardInput(stdin: StandardInput): StandardInput {
  if (taken.has(stdin)) throw badFile(fileName(STANDARD_INPUT), 'it is read once, so only one "-" may stand for it')
  taken.add(stdin)
  return stdin
}

/** A file's name in messages. */
export function fileName(file: string): string {
  return file === STANDARD_INPUT ? 'standard input' : file
}

/** Like `readTextFile`, also for standard input. */
export async function readText(file: string, maxBytes: number, stdin: StandardInput): Promise<string> {
  if (file !== STANDARD_INPUT) return readTextFile(file, maxBytes)
  let text = ''
  for await (const piece of readTextPieces(file, maxBytes, stdin)) text += piece
  return text
}

/** Bytes of a piece. Some readers parse the whole text so far with each piece, so pieces must be few. */
const PIECE = 2 ** 20

/** The bytes piece by piece. @param stdin what `-` names; absent: a file @throws {LabError} `BAD_FILE`, like `sizeOf` */
export async function* readBytes(file: string, maxBytes: number, stdin?: StandardInput): AsyncGenerator<Buffer> {
  const input = file === STANDARD_INPUT ? stdin : undefined
  if (!input) sizeOf(file, maxBytes)
  const name = input ? fileName(file) : file
  const stream: AsyncIterable<unknown> = input ? takeStandardInput(input) : createReadStream(file, { highWaterMark: PIECE })
  let size = 0
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer
      size += bytes.length
      if (size > maxBytes) throw badFile(name, `at most ${maxBytes} bytes are read, this has more`)
      yield bytes
    }
  } catch (cause) {
    throw asBadFile(name, cause)
  }
}

/** The text piece by piece. @param stdin what `-` names @throws {LabError} `BAD_FILE`, like `readTextFile` */
export async function* readTextPieces(file: string, maxBytes: number, stdin: StandardInput): AsyncGenerator<string> {
  try {
    yield* decoded(readBytes(file, maxBytes, stdin), true)
  } catch (cause) {
    throw asBadFile(fileName(file), cause)
  }
}

/** Fewer bytes do not show the encoding of a text. */
const ENCODING_BYTES = 2

/**
 * The text of bytes as they come, in the encoding that the first of them show.
 * @param fatal throws if it is no text; else replaces what is none
 */
export async function* decoded(chunks: AsyncIterable<Uint8Array>, fatal = false): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let start: Uint8Array = new Uint8Array()
  for await (const bytes of chunks) {
    start = decoder ? bytes : Buffer.concat([start, bytes])
    if (!decoder && start.length < ENCODING_BYTES) continue
    decoder ??= new TextDecoder(encodingOf(start), { fatal })
    yield decoder.decode(start, { stream: true })
  }
  yield decoder ? decoder.decode() : new TextDecoder(encodingOf(start), { fatal }).decode(start)
}
