/** Saved games, replayed move by move. All calls are refused if the data folder is unusable. */
import { z } from '../zod'
import type { Replay, ReplayPosition } from '../../games/twenty48/replay'
import type { GameRow } from '../stored'
import { call, idShape } from './call'
import type { GameGraph, ValueLine } from './play'

/** A saved game, replayed. */
export interface ReplayView extends Pick<Replay, 'by' | 'draws' | 'engine' | 'title' | 'stamp'> {
  readonly game: GameRow
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
}

const EXPORT_FORMS = ['json', 'line', 'verse', 'verse-newer'] as const
/** The lab's JSON, on many lines or on one line of a file of many; or the classic or the newer string of 2048verse. */
export type ExportForm = (typeof EXPORT_FORMS)[number]

export const REPLAY_CALLS = {
  /**
   * A game stored as its seed and settings is first played again: a job of the kind `replay`, titled by its number, shows the progress and
   * can cancel it (`CANCELLED`). `BAD_STORE` if the result differs from the stored one.
   */
  openReplay: call<ReplayView>()({ id: idShape }),
  /** The game as a text that the lab can read. `BAD_REQUEST` if this form cannot express it. Played again as by `openReplay`. */
  exportGame: call<string>()({ id: idShape, form: z.enum(EXPORT_FORMS) }),
} as const
