/** What was deleted, and can be brought back by `restoreProfiles`, `restoreGames` and `restoreRuns` until it is forgotten. */
import { z } from '../zod'
import type { Rank } from '../../games/twenty48/board'
import { DELETED_KINDS, type DeletedKind, type GameKind } from '../stored'
import { call, idShape } from './call'

/** A start of the lab forgets what was deleted longer ago, in days. */
export const DELETED_DAYS = 30

interface Deleted<K extends DeletedKind> {
  readonly kind: K
  readonly id: number
  /** Milliseconds since 1970. */
  readonly deleted: number
}

export interface DeletedProfile extends Deleted<'profiles'> {
  readonly name: string
  readonly title: string
}

export interface DeletedGame extends Deleted<'games'> {
  readonly player: GameKind
  /** Name of the profile that played; `null` for a person. */
  readonly profile: string | null
  readonly score: number
  readonly slides: number
  readonly maxRank: Rank
}

export interface DeletedRun extends Deleted<'runs'> {
  readonly name: string
  readonly evaluations: number
}

/** One line of what was deleted. */
export type DeletedThing = DeletedProfile | DeletedGame | DeletedRun

/** Some of one kind, the last deleted first, and how many there are of each. */
export interface DeletedWindow {
  readonly rows: readonly DeletedThing[]
  readonly totals: Readonly<Record<DeletedKind, number>>
}

/** Rows of one window, and things that one call forgets. */
export const MOST_DELETED = 1000
/** Numbers that `deletedIds` answers with: 700 kB of JSON. */
export const MOST_DELETED_IDS = 100_000

const kind = z.enum(DELETED_KINDS)

export const DELETED_CALLS = {
  deleted: call<DeletedWindow>()(
    z.strictObject({ kind, offset: z.int().min(0).max(1e9), limit: z.int().min(0).max(MOST_DELETED) }),
  ),
  /** The numbers of all of a kind, the last deleted first, for whoever chooses them all. */
  deletedIds: call<readonly number[]>()(z.strictObject({ kind })),
  /** For good; what is not deleted stays. @returns how many of them there were. */
  forgetDeleted: call<number>()(z.strictObject({ kind, ids: z.array(idShape).min(1).max(MOST_DELETED) })),
} as const
