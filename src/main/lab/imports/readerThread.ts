/** Root of a thread that reads one import: a hostile text may crash this thread, but nothing else. */
import { parentPort, workerData } from 'node:worker_threads'
import { ReplayReader, type ReplayLine } from '../../../core/contract/files'
import type { NewGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { answerInThread } from '../../threadChannel'
import { gameOf } from '../games/gameRecords'
import type { ReaderService, ReaderStart, ReadPiece } from './messages'

const { name, now } = workerData as ReaderStart
const port = parentPort!
const reader = new ReplayReader(name)

const service: ReaderService = {
  read: text => sorted(() => reader.push(text)),
  end() {
    queueMicrotask(() => port.close()) // after the answer
    return sorted(() => reader.end())
  },
}
answerInThread(port, service, 'thrown')

function sorted(read: () => readonly ReplayLine[]): ReadPiece {
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
