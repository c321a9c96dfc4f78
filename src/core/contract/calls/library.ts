/** The saved games. All calls are refused if the data folder is unusable. */
import { notesShape } from '../texts'
import { countShape, textShape, wholeShape, z } from '../zod'
import { GAME_KINDS, GAME_SORTS, type GameFilter, type GameOrder, type GameQuery, type GameRow, MAX_NOTES } from '../stored'
import { MAX_RANK } from '../../games/twenty48/board'
import { call, idShape, nothing } from './call'
import type { GameGraph, GameView, ValueLine } from './play'
import {
  type HandMoves,
  MAX_SIDE_LINES,
  MAX_SIDE_MOVES,
  MAX_SLIDES,
  type Replay,
  type ReplayPosition,
} from '../../games/twenty48/replay'
import type { PackedLine } from '../../games/twenty48/sideLines'

/** Some rows of the library, and the number of rows under the same filter. */
export interface GameWindow {
  readonly rows: readonly GameRow[]
  readonly total: number
  /** Games hidden by `hideShort`; absent without it. */
  readonly hidden?: number
}

/** Highest scores of saved games that began with two drawn tiles and whose moves one of them made alone; `null` without any. Neither is a bench's. */
export type BestScores = Readonly<Record<'person' | 'engine', number | null>>

/** Asks for the places of games in an order under a filter. */
interface GamePlaces extends GameFilter, GameOrder {
  readonly ids: readonly number[]
}

/** Maximum number of games to delete or restore in one call. */
export const MOST_GAMES = 1000
/** Maximum number of ids of games in one answer: 700 kB of JSON. */
export const MOST_GAME_IDS = 100_000

const gameIds = z.strictObject({ ids: z.array(idShape).min(1).max(MOST_GAMES) })
const ORDERED = {
  kind: z.enum(GAME_KINDS).exactOptional(),
  profile: textShape(40).exactOptional(),
  batch: idShape.exactOptional(),
  reached: wholeShape(1, MAX_RANK).exactOptional(),
  hideShort: z.literal(true).exactOptional(),
  text: textShape(200).exactOptional(),
  sort: z.enum(GAME_SORTS),
  descending: z.boolean(),
}
const gameQuery = (most: number): z.ZodType<GameQuery> =>
  z.strictObject({ ...ORDERED, offset: wholeShape(0, 1e9), limit: wholeShape(0, most) })
const gamePlacesShape: z.ZodType<GamePlaces> = z.strictObject({ ...ORDERED, ids: z.array(idShape).max(10) })

const sideLineShape: z.ZodType<PackedLine> = z.strictObject({
  of: wholeShape(1, MAX_SIDE_LINES).exactOptional(),
  after: wholeShape(0, MAX_SLIDES),
  turns: z.array(wholeShape(0, 127)).min(1).max(MAX_SIDE_MOVES),
})

export const LIBRARY_CALLS = {
  games: call<GameWindow>()(gameQuery(1000)),
  /** The ids of a window's games, to select many. */
  gameIds: call<number[]>()(gameQuery(MOST_GAME_IDS)),
  /** The row of each game in the order, from 0; `null` for a game that is not there. */
  gamePlaces: call<(number | null)[]>()(gamePlacesShape),
  /** Names of the profiles that played saved games. */
  gameProfiles: call<string[]>()(nothing),
  bestScores: call<BestScores>()(nothing),
  /** `NOT_FOUND` for a game that does not exist or is deleted. */
  annotateGame: call<void>()({ id: idShape, notes: notesShape(MAX_NOTES) }),
  /** The games can be restored until they are deleted for good. @returns how many of them existed */
  deleteGames: call<number>()(gameIds),
  restoreGames: call<number>()(gameIds),
  /**
   * Puts a saved game on the board, after the given number of its moves, or after all. The remaining moves can be redone if its tiles can
   * be replayed.
   */
  loadGame: call<GameView>()({ id: idShape, slides: countShape.optional() }),
} as const

/** A saved game, replayed. */
export interface ReplayView extends Pick<Replay, 'by' | 'draws' | 'engine' | 'title' | 'stamp'> {
  readonly game: GameRow
  /** If an engine made the others. */
  readonly hand?: HandMoves
  /** One `turnByte` per move. */
  readonly turns: readonly number[]
  /** For `FramedGame`. */
  readonly frames: readonly Omit<ReplayPosition, 'step'>[]
  /** By rank, 0 … 17: the move after which the board first had it, 0 for the start, `null` for never. */
  readonly firstSlide: readonly (number | null)[]
  /** For each player that searched boards of the game: row i is the board after i moves. */
  readonly lines: readonly ValueLine[]
  /** Milliseconds of each move, `null` if not measured; `null` for a game without any. */
  readonly ms: readonly (number | null)[] | null
  readonly graph: Omit<GameGraph, 'at'>
  readonly sideLines: readonly PackedLine[]
}

const EXPORT_FORMS = ['json', 'line', 'verse', 'verse-newer'] as const
/** The lab's JSON, on many lines or on one line of a file of many; or the classic or the newer string of 2048verse. */
export type ExportForm = (typeof EXPORT_FORMS)[number]

export interface ExportedGame {
  /** One that the lab can read. */
  readonly text: string
  /** Side lines that the form has no place for. */
  readonly leftOut: number
}

/** Saved games, replayed move by move. All calls are refused if the data folder is unusable. */
export const REPLAY_CALLS = {
  /**
   * A game stored as its seed and settings is first played again: a job of the kind `replay`, titled by its number, shows the progress and
   * can cancel it (`CANCELLED`). `BAD_STORE` if the result differs from the stored one.
   */
  openReplay: call<ReplayView>()({ id: idShape }),
  /** Replaces the side lines of a game. `NOT_FOUND`; `BAD_REQUEST` for lines that do not fit it, naming the line and the step. */
  setSideLines: call<void>()({ id: idShape, lines: z.array(sideLineShape).max(MAX_SIDE_LINES) }),
  /** `BAD_REQUEST` if this form cannot express the game. Played again as by `openReplay`. */
  exportGame: call<ExportedGame>()({ id: idShape, form: z.enum(EXPORT_FORMS) }),
} as const
