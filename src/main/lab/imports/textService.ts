import type { ImportFault } from '../../../core/contract/calls'
import { ReplayReader, type ReplayLine } from '../../../core/contract/files'
import type { NewGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { gameOf } from '../games/gameRecords'

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

/** Reads one text. */
export function textService({ name, now }: ReaderStart): ReaderService {
  const reader = new ReplayReader(name)
  return {
    read: text => sorted(() => reader.push(text), now),
    end: () => sorted(() => reader.end(), now),
  }
}

function sorted(read: () => readonly ReplayLine[], now: number): ReadPiece {
  const games: NewGame[] = []
  const faults: ImportFault[] = []
  try {
    for (const each of read()) {
      if ('error' in each) faults.push({ line: each.line, message: each.error.message })
      else games.push(gameOf(each.replay, now))
    }
    return { games, faults }
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    return { games: [], faults: [{ line: null, message: error.message }] }
  }
}
