/**
 * Imports of games from files and pastes, for every host. A page reads the text and sends it in pieces, because messages have a size limit.
 * Nothing is saved until the page requests it. All calls are refused if the data folder is unusable.
 */
import type { PackedLine } from '../../games/twenty48/sideLines'
import { textShape, wholeShape, z } from '../zod'
import { call, idShape } from './call'

/** Characters of one piece: as JSON it takes at most six times as many bytes, which fit in one message. */
export const IMPORT_PIECE = 160_000
/** Maximum length in characters of one import. */
export const MAX_IMPORT_CHARS = 500_000_000
/** Maximum number of faults listed one by one. */
export const MOST_FAULTS = 100

export interface ImportFault {
  /** Line in a file of many games, from 1; `null` if the text as a whole is unreadable. */
  readonly line: number | null
  /** Names the place: the move, the character or the field. */
  readonly message: string
}

/** The contents of a text. */
export interface ImportReview {
  /** Games that were read and replayed. */
  readonly games: number
  /** How many of them are already in the library. */
  readonly known: number
  /** The first faults, and their total. */
  readonly faults: readonly ImportFault[]
  readonly faultCount: number
}

/** A game of the library with all its side lines, before an import added some, and with them. */
export interface GrownGame {
  readonly id: number
  readonly added: number
  readonly before: readonly PackedLine[]
  readonly after: readonly PackedLine[]
}

/** Moves of side lines that the answer to an import holds: about 200 kB. */
export const MAX_UNDONE_MOVES = 40_000

/** The result of an import. */
export interface SavedImport {
  /** The numbers of the new games. */
  readonly added: readonly number[]
  /** The first game of the text, even if the library had it; `null` if none was read, or the import was cancelled. */
  readonly first: number | null
  /** Side lines that games of the library got. */
  readonly sideLines: number
  /** The games that got them, to undo it, as far as `MAX_UNDONE_MOVES` allow. */
  readonly grown: readonly GrownGame[]
  /** Games of the library whose new side lines do not all fit. */
  readonly faults: readonly string[]
}

const importId = z.strictObject({ id: idShape })

export const IMPORT_CALLS = {
  /**
   * Starts an import. While a large one is read or saved, it is a job of the kind `import`; after a cancel, later calls answer `CANCELLED`.
   * An import is dropped after a minute without a piece. A fifth at the same time drops the oldest.
   * @param size bytes to come
   * @returns the number of the import
   */
  beginImport: call<number>()({ name: textShape(300), size: wholeShape(0, Number.MAX_SAFE_INTEGER) }),
  /** Adds a piece of text. `BAD_FILE` past `MAX_IMPORT_CHARS`, which ends the import. @returns games read so far */
  importText: call<number>()(importId.extend({ text: textShape(IMPORT_PIECE) })),
  endImport: call<ImportReview>()(importId),
  /** Saves the games that were read and are not in the library, up to a cancel, and ends the import. */
  saveImport: call<SavedImport>()(importId),
  /** Ends an import without saving anything. */
  dropImport: call<void>()(importId),
} as const
