import { ReplayReader, type ReplayLine } from '../../../core/contract/files'
import type { NewGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { gameOf } from '../games/gameRecords'
import type { ReaderService, ReaderStart, ReadPiece } from './messages'

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
  const faults: { line: number | null; message: string }[] = []
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
