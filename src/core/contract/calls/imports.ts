/**
 * Games from files and pastes, whatever the host: a page reads the text and sends it in pieces, for a message is small. Nothing is
 * stored before the page says so. Refused with what is wrong where the data folder cannot be used.
 */
import { z } from '../zod'
import { call, idShape } from './call'

/** Characters of one piece: as JSON it takes at most six times as many bytes, which one message holds. */
export const IMPORT_PIECE = 160_000
/** Characters of one import. */
export const MAX_IMPORT_CHARS = 500_000_000
/** Faults that are told one by one. */
export const MOST_FAULTS = 100

export interface ImportFault {
  /** Of a file of many, from 1; `null` where the text as a whole cannot be read. */
  readonly line: number | null
  /** Names the place: the step, the character or the field. */
  readonly message: string
}

/** What was found in a text. */
export interface ImportReview {
  /** Games that were read and played through. */
  readonly games: number
  /** How many of them are in the library already. */
  readonly known: number
  /** The first of them, and how many there are. */
  readonly faults: readonly ImportFault[]
  readonly faultCount: number
}

/** What became of an import. */
export interface KeptImport {
  /** The numbers of the new games. */
  readonly added: readonly number[]
  /** The first game of the text, also where it was in the library before; `null` where none was read, or it was cancelled. */
  readonly first: number | null
}

const importId = z.strictObject({ id: idShape })

export const IMPORT_CALLS = {
  /**
   * A large one is a job of the kind `import` while it is read and while it is stored; who cancels that has each later call
   * answered `CANCELLED`.
   *
   * @param size bytes to come
   * @returns its number; a fifth that is being read ends the first of those, and so does a minute without a piece.
   */
  beginImport: call<number>()(z.strictObject({ name: z.string().max(300), size: z.int().min(0).max(Number.MAX_SAFE_INTEGER) })),
  /** `BAD_FILE` past `MAX_IMPORT_CHARS`, which ends it. @returns games read so far. */
  importText: call<number>()(importId.extend({ text: z.string().max(IMPORT_PIECE) })),
  endImport: call<ImportReview>()(importId),
  /** Stores what was read and is not there yet, or as much of it as there was before a cancel, and ends the import. */
  keepImport: call<KeptImport>()(importId),
  /** Ends an import without storing anything. */
  dropImport: call<void>()(importId),
} as const
