/** Games for commands: by their number in the library, or from files in any format that the lab reads. */
import type { ExportForm } from '../../../core/contract/calls'
import type { DeletedGame } from '../../../core/contract/calls/deleted'
import { ReplayReader, type ReplayLine } from '../../../core/contract/files'
import { MAX_IMPORT_CHARS } from '../../../core/contract/calls/imports'
import type { GameRow, GameSort, NewGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { Replay } from '../../../core/games/twenty48/replay'
import { portions } from '../../../core/portions'
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

/** A source is a game by its number in the library, or a replay file. */
export class ReplayCommands {
  constructor(private readonly context: LocalContext) {}

  /**
   * The replays of a file, each replayed: `line` counts from 1 and is 1 if the file is one replay. An unreadable line is returned as its
   * fault, and reading continues with the next line.
   * @throws {LabError} `BAD_FILE`, naming the file and the place of the fault, if the file as a whole is unreadable
   */
  async *read(file: string): AsyncGenerator<ReplayLine> {
    const reader = new ReplayReader(fileName(file))
    for await (const piece of readTextPieces(file, MAX_IMPORT_CHARS, this.context)) yield* reader.push(piece)
    yield* reader.end()
  }

  /**
   * If a game is stored as its seed and settings, the engine plays it again.
   * @throws {LabError} `NOT_FOUND`; `BAD_FILE`, also for a file of several; `BAD_STORE`; `CANCELLED`
   */
  async find(source: string, signal: AbortSignal): Promise<Replay> {
    if (!isNumber(source)) return this.#only(source)
    const id = Number(source)
    const game = Number.isSafeInteger(id) ? await this.context.store.read(({ games }) => games.get(id)) : undefined
    if (game) return replayOf(game, () => this.context.engine.pool, signal)
    throw new LabError('NOT_FOUND', `There is no game number ${source}; a file of that name needs its path, like ./${source}.`)
  }

  /** A text that the lab can read. @throws {LabError} as `find`; `BAD_REQUEST` for a game that this form cannot express */
  async text(source: string, form: ExportForm, signal: AbortSignal): Promise<string> {
    return replayText(await this.find(source, signal), form, signal)
  }

  /**
   * Reads each file to its end before it saves the first game. Games that the library has are not saved twice: games saved before a failure
   * of the store are recognised when the same file is imported again.
   * @throws {LabError} `BAD_FILE`, naming file, line and step or character; `STORE_LOCKED`, `STORE_FULL`, `BAD_STORE`
   */
  async import(files: readonly string[]): Promise<readonly ImportedGames[]> {
    const now = Date.now()
    const read: { file: string; games: NewGame[] }[] = []
    for (const file of files) {
      const games: NewGame[] = []
      for await (const each of this.read(file)) {
        if ('error' in each) throw each.error
        games.push(gameOf(each.replay, now))
      }
      read.push({ file, games })
    }
    return this.context.store.write(async store => {
      const imported: ImportedGames[] = []
      for (const { file, games } of read) {
        const ids: number[] = []
        for (const some of portions(games, PORTION)) ids.push(...(await store.games.addNew(some)).filter(id => id !== null))
        imported.push({ file, ids, known: games.length - ids.length })
      }
      return imported
    })
  }

  /** Some of the library, the largest of the order first, and the number of games. */
  async list(sort: GameSort, limit: number): Promise<{ readonly rows: readonly GameRow[]; readonly total: number }> {
    return this.context.store.readOr({ rows: [], total: 0 }, async ({ games }) => {
      const [rows, total] = await Promise.all([games.window({ sort, descending: true, offset: 0, limit }), games.count({})])
      return { rows, total }
    })
  }

  /** All or none. @throws {LabError} `NOT_FOUND`; of the store @returns how many existed */
  async delete(ids: readonly number[]): Promise<number> {
    return this.context.store.write(async ({ games }) => {
      for (const id of ids) if (!(await games.get(id))) throw new LabError('NOT_FOUND', `There is no game number ${id}.`)
      return games.remove(ids)
    })
  }

  /** Those that `restore` brings back, the last deleted first, and how many there are. */
  async deleted(limit: number): Promise<{ readonly rows: readonly DeletedGame[]; readonly total: number }> {
    return this.context.store.readOr({ rows: [], total: 0 }, async ({ deleted }) => {
      const [rows, totals] = await Promise.all([deleted.window('games', 0, limit), deleted.counts()])
      return { rows: rows.filter(row => row.kind === 'games'), total: totals.games }
    })
  }

  /** All or none. @throws {LabError} `NOT_FOUND`; of the store @returns how many existed */
  async restore(ids: readonly number[]): Promise<number> {
    return this.context.store.write(async ({ games, deleted }) => {
      const gone = new Set(await deleted.ids('games', Number.MAX_SAFE_INTEGER))
      for (const id of ids)
        if (!gone.has(id))
          throw new LabError('NOT_FOUND', `No game number ${id} is among the deleted ones: lab replay list --deleted names them.`)
      return games.restore(ids)
    })
  }

  async #only(file: string): Promise<Replay> {
    let only: Replay | undefined
    for await (const each of this.read(file)) {
      if ('error' in each) throw each.error
      if (only)
        throw new LabError('BAD_FILE', `${file}: it holds several replays; import it and name each by its number`, { file })
      only = each.replay
    }
    if (!only) throw new LabError('BAD_FILE', `${file}: it holds no replay`, { file })
    return only
  }
}

/** True if a source is a number in the library. */
export function isNumber(source: string): boolean {
  return /^\d+$/.test(source)
}
