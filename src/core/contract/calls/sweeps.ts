/** Sweeps: one player at several values of one setting, on the same seeds. All calls are refused if the data folder is unusable. */
import type { Player } from '../../games/twenty48/player'
import type { Interval } from '../../stats/intervals'
import { MOST_GAMES } from '../files'
import { playerShape, seedShape } from '../shapes'
import { draftLineShape } from '../texts'
import { textShape, wholeShape, z } from '../zod'
import { call, idShape, nothing } from './call'
import type { LineRunRow } from './runRow'

export const MOST_SWEPT = 50

/** What a sweep is of, besides its player. */
export const SWEEP_FIELDS = {
  /** A weight or another parameter of the evaluator, or `depth`, `nodes` or `cut`. */
  setting: textShape(40),
  values: z
    .array(z.number())
    .min(2)
    .max(MOST_SWEPT)
    .refine(values => new Set(values).size === values.length, 'a value is there twice'),
  /** Number of games at each value. */
  games: wholeShape(1, MOST_GAMES),
} as const

/** A line of the list; also the payload of progress events. */
export interface SweepRow extends LineRunRow {
  /** Name of the player's profile when it was begun. */
  readonly profile: string
  readonly setting: string
  /** In ascending order. */
  readonly values: readonly number[]
  /** Wanted of each value, and played of all together. */
  readonly games: number
  readonly played: number
  readonly seed: number
  /** When it began, in ISO 8601. */
  readonly at: string
}

export interface SweepPoint {
  readonly value: number
  readonly games: number
  /** `null` before the first game. */
  readonly mean: number | null
  /** 95 %; `null` for fewer than ten games. */
  readonly interval: Interval | null
}

export interface SweepView extends SweepRow {
  readonly player: Player
  /** True if the same seed reproduces a game: not under a time limit. */
  readonly reproducible: boolean
  /** One for each value. */
  readonly points: readonly SweepPoint[]
}

export const SWEEP_CALLS = {
  /** The newest first. */
  sweeps: call<readonly SweepRow[]>()(nothing),
  sweep: call<SweepView>()({ id: idShape }),
  /** Plays game i of every value from `deriveSeed(seed, i)`. `BAD_SETTING` for what the player has no setting of, or a value beyond it. */
  startSweep: call<SweepRow>()({
    player: playerShape,
    profile: draftLineShape(80),
    ...SWEEP_FIELDS,
    seed: seedShape,
  }),
} as const
