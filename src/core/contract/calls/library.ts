/** The saved games. All calls are refused if the data folder is unusable. */
import { notesShape } from '../texts'
import { countShape, textShape, wholeShape, z } from '../zod'
import { GAME_KINDS, GAME_SORTS, MAX_NOTES, type GameFilter, type GameOrder, type GameQuery, type GameRow } from '../stored'
import { call, idShape, nothing } from './call'
import type { GameView } from './play'

/** Some rows of the library, and the number of rows under the same filter. */
export interface GameWindow {
  readonly rows: readonly GameRow[]
  readonly total: number
  /** Games hidden by `hideShort`; absent without it. */
  readonly hidden?: number
}

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
  hideShort: z.literal(true).exactOptional(),
  text: textShape(200).exactOptional(),
  sort: z.enum(GAME_SORTS),
  descending: z.boolean(),
}
const gameQuery = (most: number): z.ZodType<GameQuery> =>
  z.strictObject({ ...ORDERED, offset: wholeShape(0, 1e9), limit: wholeShape(0, most) })
const gamePlacesShape: z.ZodType<GamePlaces> = z.strictObject({ ...ORDERED, ids: z.array(idShape).max(10) })

export const LIBRARY_CALLS = {
  games: call<GameWindow>()(gameQuery(1000)),
  /** The ids of a window's games, to select many. */
  gameIds: call<number[]>()(gameQuery(MOST_GAME_IDS)),
  /** The row of each game in the order, from 0; `null` for a game that is not there. */
  gamePlaces: call<(number | null)[]>()(gamePlacesShape),
  /** Names of the profiles that played saved games. */
  gameProfiles: call<string[]>()(nothing),
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
