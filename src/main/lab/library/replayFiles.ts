/** Games for commands: by their number in the library, or from files in any format that the lab reads. */
import type { ExportedGame, ExportForm } from '../../../core/contract/calls'
import { replayPieces, ReplayReader, type ReplayLine } from '../../../core/contract/files'
import { MAX_IMPORT_CHARS } from '../../../core/contract/calls/imports'
import type { AddedGame, NewGame } from '../../../core/contract/stored'
import { LabError, unreachable } from '../../../core/errors'
import { MAX_SIDE_LINES, MAX_SIDE_MOVES, type Replay } from '../../../core/games/twenty48/replay'
import { makeVerse } from '../../../core/games/twenty48/verse'
import { chunks } from '../../../core/sliced'
import { fileName, readTextPieces } from '../../files/textFile'
import { gameOf, replayOf } from '../games/gameRecords'
import { paced } from '../ground/throttle'
import type { LocalContext } from '../ground/storeLease'

export interface ImportedGames {
  readonly file: string
  /** Their numbers in the library. */
  readonly ids: readonly number[]
  /** Games that the library already had, or duplicates in the file. */
  readonly known: number
  /** Side lines that known games got. */
  readonly sideLines: number
  /** Known games whose new side lines do not all fit. */
  readonly faults: readonly string[]
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

/** @throws {LabError} as `findReplay`; `BAD_REQUEST` for a game that this form cannot express */
export async function findReplayText(
  context: LocalContext,
  source: string,
  form: ExportForm,
  signal: AbortSignal,
): Promise<ExportedGame> {
  return exportedReplay(await findReplay(context, source, signal), form, signal)
}

/** A replay in a form that the lab can read. @throws {LabError} `BAD_REQUEST` if the form cannot express it; `CANCELLED` */
export async function exportedReplay(replay: Replay, form: ExportForm, signal?: AbortSignal): Promise<ExportedGame> {
  const leftOut = replay.sideLines?.length ?? 0
  switch (form) {
    case 'json':
    case 'line':
      return { text: await paced(joined(replayPieces(replay, form === 'json' ? 1 : 0)), signal), leftOut: 0 }
    case 'verse':
      return { text: makeVerse(replay) + '\n', leftOut }
    case 'verse-newer':
      return { text: makeVerse(replay, 'newer') + '\n', leftOut }
    default:
      return unreachable(form)
  }
}

function* joined(pieces: Iterable<string>): Generator<unknown, string> {
  const all: string[] = []
  for (const piece of pieces) {
    all.push(piece)
    yield
  }
  return all.join('')
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
      const added: AddedGame[] = []
      for (const some of chunks(games, PORTION)) added.push(...(await store.games.addNew(some)))
      const ids = added.flatMap(({ id, isNew }) => (isNew ? [id] : []))
      const sideLines = added.reduce((sum, { lines }) => sum + (lines?.added ?? 0), 0)
      imported.push({ file, ids, known: games.length - ids.length, sideLines, faults: faultsOfLines(added) })
    }
    return imported
  })
}

/** What does not fit into known games. */
export function faultsOfLines(games: readonly AddedGame[]): string[] {
  return games.flatMap(({ id, lines }) => {
    if (!lines || lines.leftOut === 0) return []
    const most = `a game has at most ${MAX_SIDE_LINES}, with ${MAX_SIDE_MOVES} moves`
    return [`game ${id}: side lines that do not fit: ${lines.leftOut}; ${most}`]
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
