/** Sends texts to the lab in pieces, because messages are limited in size. */
import type { ImportReview, TextFile } from '../../../core/contract/calls'
import { IMPORT_PIECE } from '../../../core/contract/calls/imports'
import { makeProfile, makeProfiles, parseReadableProfiles } from '../../../core/contract/files'
import { encodingOf } from '../../../core/contract/texts'
import type { Lab } from './lab'

/** Bytes read from a file at a time. */
const READ_BYTES = 1 << 20

/**
 * The text of a file, or of a part of it, in any encoding that the lab reads. Throws if it no longer exists.
 * @param fatal throws if the bytes are not text
 */
export async function textOf(file: Blob, fatal = false): Promise<string> {
  const bytes = await file.arrayBuffer()
  return new TextDecoder(encodingOf(new Uint8Array(bytes)), { fatal }).decode(bytes)
}

/** The readable profiles of each file, without files that have none, and the fault of each other one. */
export function readableProfiles(files: readonly TextFile[]): {
  readonly files: readonly TextFile[]
  readonly faults: readonly string[]
} {
  const read = files.map(({ name, text }) => ({ name, text, ...parseReadableProfiles(text, name) }))
  return {
    files: read
      .filter(({ profiles }) => profiles.length > 0)
      .map(({ name, text, profiles, faults }) => ({
        name,
        text: faults.length === 0 ? text : profiles.length === 1 ? makeProfile(profiles[0]!) : makeProfiles(profiles),
      })),
    faults: read.flatMap(({ faults }) => faults),
  }
}

/** The input of an import: a file or pasted text. */
export interface Source {
  readonly name: string
  readonly bytes: number
  /** Throws if the file is not text. */
  pieces(): AsyncIterable<string> | Iterable<string>
}

/** Splits a text into pieces that each fit in a message. */
function* cut(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += IMPORT_PIECE) yield text.slice(from, from + IMPORT_PIECE)
}

export function pastedSource(text: string, name: string): Source {
  return { name, bytes: text.length, pieces: () => cut(text) }
}

export function fileSource(file: File): Source {
  return {
    name: file.name,
    bytes: file.size,
    async *pieces() {
      let decoder: TextDecoder | undefined
      for (let from = 0; from < file.size; from += READ_BYTES) {
        const bytes = await file.slice(from, from + READ_BYTES).arrayBuffer()
        decoder ??= new TextDecoder(encodingOf(new Uint8Array(bytes)), { fatal: true })
        yield* cut(decoder.decode(bytes, { stream: true }))
      }
      if (decoder) yield* cut(decoder.decode())
    },
  }
}

/**
 * Reviews what importing this text would add, without storing anything.
 * @throws {LabError} of the import's calls
 */
export async function reviewText(lab: Lab, text: string, name: string): Promise<ImportReview> {
  const id = await lab.call('beginImport', { name, size: text.length })
  try {
    for (const piece of cut(text)) await lab.call('importText', { id, text: piece })
    return await lab.call('endImport', { id })
  } finally {
    await lab.call('dropImport', { id }).catch(() => undefined)
  }
}
