/** The games that were kept. Every call is refused with what is wrong where the data folder cannot be used. */
import { z } from 'zod'
import { GAME_KINDS, GAME_SORTS, type GameQuery, type GameRow } from '../stored'
import { call, idShape } from './call'
import type { GameView } from './play'

/** Some rows of the library, and how many there are under the same filter. */
export interface GameWindow {
  readonly rows: readonly GameRow[]
  readonly total: number
}

const gameIds = z.strictObject({ ids: z.array(idShape).min(1).max(1000) })
const gameQueryShape: z.ZodType<GameQuery> = z.strictObject({
  kind: z.enum(GAME_KINDS).exactOptional(),
  profile: z.string().max(40).exactOptional(),
  batch: idShape.exactOptional(),
  text: z.string().max(200).exactOptional(),
  sort: z.enum(GAME_SORTS),
  descending: z.boolean(),
  offset: z.int().min(0).max(1e9),
  limit: z.int().min(0).max(1000),
})

export const LIBRARY_CALLS = {
  games: call<GameQuery, GameWindow>(gameQueryShape),
  /** Until they are purged they can be restored. @returns how many of them there were. */
  deleteGames: call<{ ids: number[] }, number>(gameIds),
  restoreGames: call<{ ids: number[] }, number>(gameIds),
  /** Puts a kept game on the board, with so many of its slides made, or all. The others can be played again if its tiles can. */
  loadGame: call<{ id: number; slides?: number | undefined }, GameView>(
    z.strictObject({ id: idShape, slides: z.int().min(0).optional() }),
  ),
} as const
