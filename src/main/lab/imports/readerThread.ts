/** Root of a thread that reads one import: a hostile text may cost it its life, and nobody else anything. */
import { parentPort, workerData } from 'node:worker_threads'
import { ReplayReader, type ReplayLine } from '../../../core/contract/files'
import type { NewGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { gameOf } from '../gameRecords'
import type { FromReader, ReaderStart, ToReader } from './messages'

const { name, now } = workerData as ReaderStart
const port = parentPort!
const reader = new ReplayReader(name)

port.on('message', (message: ToReader) => {
  port.postMessage(read(message))
  if (message.kind === 'end') port.close()
})

function read(message: ToReader): FromReader {
  try {
    return sorted(message.kind === 'text' ? reader.push(message.text) : reader.end())
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    return { games: [], faults: [{ line: null, message: error.message }] }
  }
}

function sorted(lines: readonly ReplayLine[]): FromReader {
  const games: NewGame[] = []
  const faults: { line: number; message: string }[] = []
  for (const each of lines) {
    if ('error' in each) faults.push({ line: each.line, message: each.error.message })
    else games.push(gameOf(each.replay, now))
  }
  return { games, faults }
}
