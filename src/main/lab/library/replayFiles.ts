/** Games for commands: by their number in the library, or from files in any format that the lab reads. */
import type { ExportForm } from '../../../core/contract/calls'
import { ReplayReader, type ReplayLine } from '../../../core/contract/files'
import { MAX_IMPORT_CHARS } from '../../../core/contract/calls/imports'
import type { NewGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { Replay } from '../../../core/games/twenty48/replay'
import { chunks } from '../../../core/lists'
import { fileName, readTextPieces } from '../../files/textFile'
import { gameOf, replayOf } from '../games/gameRecords'
import type { LocalContext } from '../ground/localContext'
import { replayText } from './replayText'

export interface ImportedGames {
  readonly file: string
  /** Their numbers in the library. */
  readonly ids: readonly number[]
  /** Games that the library already had, or duplicates in the file. */
  readonly known: number
}

/** Games of one message to the store's thread: half a million may be imported. */
const PORTION = 1_000

/**
 * The replays of a file, each replayed: `line` counts from 1 and is 1 if the file is one replay. An unreadable line is returned as its
 * fault, and reading continues with the next line.
 * @throws {LabError} `BAD_FILE`, naming the file and the place of the fault, if the file as a whole is unreadable
 */
export async function* replaysIn(context: LocalContext, file: string): AsyncGenerator<ReplayLine> {
  const reader = new ReplayReader(fileName(file))
  for await (const piece of readTextPieces(file, MAX_IMPORT_CHARS, context.stdin)) yield* reader.push(piece)
  yield* reader.end()
}

/**
 * If a game is stored as its seed and settings, the engine plays it again.
 * @param source a game by its number in the library, or a replay file
 * @throws {LabError} `NOT_FOUND`; `BAD_FILE`, also for a file of several; `BAD_STORE`; `CANCELLED`
 */
export async function findReplay(context: LocalContext, source: string, signal: AbortSignal): Promise<Replay> {
  if (!isNumber(source)) return onlyReplay(context, source)
  const id = Number(source)
  const game = Number.isSafeInteger(id) ? await context.store.read(({ games }) => games.get(id)) : undefined
  if (game) return replayOf(game, () => context.engine.pool, signal)
  throw new LabError('NOT_FOUND', `There is no game number ${source}; a file of that name needs its path, like ./${source}.`)
}

/** A text that the lab can read. @throws {LabError} as `findReplay`; `BAD_REQUEST` for a game that this form cannot express */
export async function findReplayText(
  context: LocalContext,
  source: string,
  form: ExportForm,
  signal: AbortSignal,
): Promise<string> {
  return replayText(await findReplay(context, source, signal), form, signal)
}

/**
 * Reads each file to its end before it saves the first game. Games that the library has are not saved twice: games saved before a failure
 * of the store are recognised when the same file is imported again.
 * @throws {LabError} `BAD_FILE`, naming file, line and step or character; `STORE_LOCKED`, `STORE_FULL`, `BAD_STORE`
 */
export async function importReplays(context: LocalContext, files: readonly string[]): Promise<readonly ImportedGames[]> {
  const now = Date.now()
  const read: { file: string; games: NewGame[] }[] = []
  for (const file of files) {
    const games: NewGame[] = []
    for await (const each of replaysIn(context, file)) {
      if ('error' in each) throw each.error
      games.push(gameOf(each.replay, now))
    }
    read.push({ file, games })
  }
  return context.store.write(async store => {
    const imported: ImportedGames[] = []
    for (const { file, games } of read) {
      const ids: number[] = []
      for (const some of chunks(games, PORTION)) ids.push(...(await store.games.addNew(some)).filter(id => id !== null))
      imported.push({ file, ids, known: games.length - ids.length })
    }
    return imported
  })
}

async function onlyReplay(context: LocalContext, file: string): Promise<Replay> {
  let only: Replay | undefined
  for await (const each of replaysIn(context, file)) {
    if ('error' in each) throw each.error
    if (only) throw new LabError('BAD_FILE', `${file}: it holds several replays; import it and name each by its number`, { file })
    only = each.replay
  }
  if (!only) throw new LabError('BAD_FILE', `${file}: it holds no replay`, { file })
  return only
}

/** True if a source is a number in the library. */
export function isNumber(source: string): boolean {
  return /^\d+$/.test(source)
}
