/** Kept games as they were played, slide by slide. Refused with what is wrong where the data folder cannot be used. */
import { z } from '../zod'
import type { Replay, ReplayPosition } from '../../games/twenty48/replay'
import type { GameRow } from '../stored'
import { call, idShape } from './call'
import type { GameGraph, ValueLine } from './play'

/** A kept game, played through. */
export interface ReplayView extends Pick<Replay, 'by' | 'draws' | 'engine' | 'title' | 'stamp'> {
  readonly game: GameRow
  /** Of `turnByte`, one a slide. */
  readonly turns: readonly number[]
  /** For `FramedGame`. */
  readonly frames: readonly Omit<ReplayPosition, 'step'>[]
  /** By rank, 0 … 17: after which slide the board first held it, 0 for the start, `null` for never. */
  readonly firstSlide: readonly (number | null)[]
  /** Of each player that searched boards of the game: row i is the board after i slides. */
  readonly lines: readonly ValueLine[]
  /** Milliseconds that each slide took, `null` where nobody measured it; `null` for a game of which none was. */
  readonly ms: readonly (number | null)[] | null
  readonly graph: Omit<GameGraph, 'at'>
}

const EXPORT_FORMS = ['json', 'line', 'verse'] as const
/** Our JSON over many lines, or in one of a file of many; or the classic string of 2048verse. */
export type ExportForm = (typeof EXPORT_FORMS)[number]

export const REPLAY_CALLS = {
  /**
   * A game that is kept as its seed and settings is played again first: a job of the kind `replay` whose title is its
   * number tells how far that is, and ends it (`CANCELLED`). `BAD_STORE` for one that does not come out as it was.
   */
  openReplay: call<ReplayView>()(z.strictObject({ id: idShape })),
  /** As a text that the lab reads. `BAD_REQUEST` for one that this form cannot tell. Played again as by `openReplay`. */
  exportGame: call<string>()(z.strictObject({ id: idShape, form: z.enum(EXPORT_FORMS) })),
} as const
