import type { ImportFault } from '../../../core/contract/calls'
import type { NewGame } from '../../../core/contract/stored'

/** Given to the reader's thread as it starts. */
export interface ReaderStart {
  /** Of the file, for faults. */
  readonly name: string
  /** When its games were stored, in ms since 1970. */
  readonly now: number
}

/** What the thread does with one text. */
export interface ReaderService {
  /** The next piece. */
  read(text: string): ReadPiece
  /** Nothing more comes: the thread ends. */
  end(): ReadPiece
}

export interface ReadPiece {
  readonly games: readonly NewGame[]
  readonly faults: readonly ImportFault[]
}
