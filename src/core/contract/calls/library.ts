/** The games that were kept. Every call is refused with what is wrong where the data folder cannot be used. */
import { z } from '../zod'
import { GAME_KINDS, GAME_SORTS, MAX_NOTES, type GameFilter, type GameOrder, type GameQuery, type GameRow } from '../stored'
import { call, idShape, nothing } from './call'
import type { GameView } from './play'

/** Some rows of the library, and how many there are under the same filter. */
export interface GameWindow {
  readonly rows: readonly GameRow[]
  readonly total: number
  /** Games that `hideShort` leaves out; absent without it. */
  readonly hidden?: number
}

/** Where games stand in an order under a filter. */
interface GamePlaces extends GameFilter, GameOrder {
  readonly ids: readonly number[]
}

/** Games that one call deletes or restores. */
export const MOST_GAMES = 1000
/** Numbers of games that one call answers with: 700 kB of JSON. */
export const MOST_GAME_IDS = 100_000

const gameIds = z.strictObject({ ids: z.array(idShape).min(1).max(MOST_GAMES) })
const ORDERED = {
  kind: z.enum(GAME_KINDS).exactOptional(),
  profile: z.string().max(40).exactOptional(),
  batch: idShape.exactOptional(),
  hideShort: z.literal(true).exactOptional(),
  text: z.string().max(200).exactOptional(),
  sort: z.enum(GAME_SORTS),
  descending: z.boolean(),
}
const gameQuery = (most: number): z.ZodType<GameQuery> =>
  z.strictObject({ ...ORDERED, offset: z.int().min(0).max(1e9), limit: z.int().min(0).max(most) })
const gamePlacesShape: z.ZodType<GamePlaces> = z.strictObject({ ...ORDERED, ids: z.array(idShape).max(10) })

export const LIBRARY_CALLS = {
  games: call<GameWindow>()(gameQuery(1000)),
  /** The numbers of a window's games, for whoever chooses many. */
  gameIds: call<number[]>()(gameQuery(MOST_GAME_IDS)),
  /** Of each game its row in the order, from 0; `null` for one that is not there. */
  gamePlaces: call<(number | null)[]>()(gamePlacesShape),
  /** Names of the profiles that games were played with. */
  gameProfiles: call<string[]>()(nothing),
  /** `NOT_FOUND` for a game that is not there, or deleted. */
  annotateGame: call<void>()(z.strictObject({ id: idShape, notes: z.string().max(MAX_NOTES) })),
  /** Until they are forgotten they can be restored. @returns how many of them there were. */
  deleteGames: call<number>()(gameIds),
  restoreGames: call<number>()(gameIds),
  /** Puts a kept game on the board, after the given number of its slides, or after all. The others can be played again if its tiles can. */
  loadGame: call<GameView>()(z.strictObject({ id: idShape, slides: z.int().min(0).optional() })),
} as const
