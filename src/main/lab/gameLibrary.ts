/** Games for commands: by their number in the library, or from files of any form that the lab reads. */
import { closeSync, openSync, readSync } from 'node:fs'
import { beginsAsLines, holdsLines, MAX_REPLAY_CHARS, readReplay, ReplayLines, type ReplayLine } from '../../core/contract/files'
import type { NewGame } from '../../core/contract/stored'
import { LabError } from '../../core/errors'
import type { Replay } from '../../core/games/twenty48/replay'
import type { Pool } from '../compute/pool'
import { gameOf, replayOf } from './gameRecords'
import { portions } from '../../core/portions'
import { withReader, withWriter, type Home } from './storeAccess'
import { readTextFile, readTextPieces, sizeOf } from './textFile'

/** Largest file of many replays, in bytes; any other is at most `MAX_REPLAY_CHARS`. */
const MAX_LINES_BYTES = 500_000_000
/** Bytes that tell whether a file too large for one replay can be lines of them. */
const HEAD_BYTES = 4_096

/**
 * The replays of a file, each played through: `line` counts from 1 and is 1 where the file is one replay. A line that
 * cannot be read is told with its fault, and the next one read.
 *
 * @throws {LabError} `BAD_FILE`, naming the file and the place of the fault, where the file as a whole cannot be read.
 */
export async function* readReplays(file: string): AsyncGenerator<ReplayLine> {
  if (sizeOf(file, MAX_LINES_BYTES) > MAX_REPLAY_CHARS) {
    if (!beginsAsLines(headOf(file)))
      throw new LabError('BAD_FILE', `${file}: at most ${MAX_REPLAY_CHARS} bytes are read, unless it is lines of replays`, {
        file,
      })
    yield* readLines(file)
    return
  }
  const text = readTextFile(file, MAX_REPLAY_CHARS)
  if (holdsLines(text)) yield* readLines(file)
  else yield { line: 1, replay: readReplay(text, file) }
}

async function* readLines(file: string): AsyncGenerator<ReplayLine> {
  const lines = new ReplayLines(file)
  for await (const piece of readTextPieces(file, MAX_LINES_BYTES)) yield* lines.push(piece)
  yield* lines.end()
}

function headOf(file: string): string {
  const head = Buffer.alloc(HEAD_BYTES)
  const handle = openSync(file, 'r')
  try {
    return head.toString('utf8', 0, readSync(handle, head))
  } finally {
    closeSync(handle)
  }
}

/**
 * The game of a number in the library, or the one in a file.
 *
 * @param pool gives threads for a game that has to be played again.
 * @throws {LabError} `NOT_FOUND`; `BAD_FILE`, also for a file of several; `BAD_STORE`
 */
export async function findReplay(numberOrFile: string, home: Home, pool: () => Pool, signal?: AbortSignal): Promise<Replay> {
  if (!/^\d+$/.test(numberOrFile)) return onlyReplay(numberOrFile)
  const id = Number(numberOrFile)
  const game = Number.isSafeInteger(id) ? await withReader(home, store => store.games.get(id)) : undefined
  if (game) return replayOf(game, pool, signal)
  throw new LabError(
    'NOT_FOUND',
    `There is no game number ${numberOrFile}; a file of that name needs its path, like ./${numberOrFile}.`,
  )
}

async function onlyReplay(file: string): Promise<Replay> {
  let only: Replay | undefined
  for await (const each of readReplays(file)) {
    if ('error' in each) throw each.error
    if (only) throw new LabError('BAD_FILE', `${file}: it holds several replays; import it and name each by its number`, { file })
    only = each.replay
  }
  if (!only) throw new LabError('BAD_FILE', `${file}: it holds no replay`, { file })
  return only
}

export interface ImportedGames {
  readonly file: string
  /** Their numbers in the library. */
  readonly ids: readonly number[]
  /** Games that were there already, or twice in the file. */
  readonly known: number
}

/** Games of one message to the store's thread: half a million may be imported. */
const PORTION = 1_000

/**
 * Each file is read to its end before the first game is stored. A game that is there already is not stored twice: what was stored
 * before a failure of the store is known when the same is imported again.
 *
 * @throws {LabError} `BAD_FILE`, naming file, line and step or character; `STORE_LOCKED`, `STORE_FULL`, `BAD_STORE`.
 */
export async function importGames(files: readonly string[], home: Home): Promise<ImportedGames[]> {
  const now = Date.now()
  const read: { file: string; games: NewGame[] }[] = []
  for (const file of files) {
    const games: NewGame[] = []
    for await (const each of readReplays(file)) {
      if ('error' in each) throw each.error
      games.push(gameOf(each.replay, now))
    }
    read.push({ file, games })
  }
  return withWriter(home, 'lab replay import', async store => {
    const imported: ImportedGames[] = []
    for (const { file, games } of read) {
      const ids: number[] = []
      for (const some of portions(games, PORTION)) ids.push(...(await store.games.addNew(some)).filter(id => id !== null))
      imported.push({ file, ids, known: games.length - ids.length })
    }
    return imported
  })
}
