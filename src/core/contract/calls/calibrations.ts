/** Calibrations of players: chances and points from the values of their searches. */
import type { Calibration, Reliability } from '../../games/twenty48/scale/calibration'
import { MOST_CALIBRATION_GAMES } from '../files/calibrationLines'
import { playerShape, seedShape } from '../shapes'
import { draftLineShape } from '../texts'
import { wholeShape } from '../zod'
import { call, nothing } from './call'
import type { RunStanding } from './runRow'

export interface CalibrationRow extends RunStanding {
  /** `calibrationKey` of its player. */
  readonly id: string
  readonly name: string
  /** The name of the player's profile when it was begun. */
  readonly profile: string
  readonly seed: number
  /** Wanted, and played. */
  readonly games: number
  readonly played: number
  /** Boards whose moves are played out after the games: about as many as are planned, and those that are done. */
  readonly boards: number
  readonly playedOut: number
  /** How well the last fit predicts games; `fitted` may be fewer than were played. Absent before the first fit. */
  readonly reliability?: Omit<Reliability, 'bins'> & { readonly fitted: number }
}

/** The time that a calibration still takes, from one of its games, and the playouts of one board of it. */
export interface CalibrationEstimate {
  readonly games: number
  /** Boards whose moves are played out. */
  readonly boards: number
  /** Games and boards that are already stored. */
  readonly stored: { readonly games: number; readonly boards: number }
  readonly threads: number
  readonly msPerGame: number
  readonly msPerBoard: number
  /** Time for all that is not stored, on these threads. */
  readonly ms: number
}

const games = wholeShape(1, MOST_CALIBRATION_GAMES)

export const CALIBRATION_CALLS = {
  /** The calibration of a player that ships or is finished; `null` for none. */
  calibration: call<Calibration | null>()({ player: playerShape }),
  /** The user's own, the newest first. */
  calibrations: call<readonly CalibrationRow[]>()(nothing),
  /** Plays one game of the player. `CANCELLED` if another estimate or a run begins meanwhile. */
  estimateCalibration: call<CalibrationEstimate>()({ player: playerShape, games }),
  /** Ends an estimate, if one runs. */
  stopCalibrationEstimate: call<void>()(nothing),
  /** Begins one, or continues it with more games. `BAD_SETTING` for a player with another limit than depth. */
  startCalibration: call<CalibrationRow>()({
    player: playerShape,
    profile: draftLineShape(80),
    games,
    seed: seedShape.exactOptional(),
  }),
} as const
