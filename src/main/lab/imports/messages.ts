import type { ImportFault } from '../../../core/contract/calls'
import type { NewGame } from '../../../core/contract/stored'

/** Start data of the reader's thread. */
export interface ReaderStart {
  /** Name of the file, for faults. */
  readonly name: string
  /** When its games were stored, in ms since 1970. */
  readonly now: number
}

/** The thread's work on one text. */
export interface ReaderService {
  /** The next piece. */
  read(text: string): ReadPiece
  /** No more text comes: the thread ends. */
  end(): ReadPiece
}

export interface ReadPiece {
  readonly games: readonly NewGame[]
  readonly faults: readonly ImportFault[]
}
