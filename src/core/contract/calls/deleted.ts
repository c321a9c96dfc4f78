/**
 * Deleted items. `restoreProfiles`, `restoreGames`, `restoreRuns` and `restoreTrainings` restore them until they are deleted for good.
 */
import { wholeShape, z } from '../zod'
import { DELETED_KINDS, type DeletedKind, type GameKind, type GameRow } from '../stored'
import { call, idShape } from './call'

/** The lab, when it starts, deletes for good the items that it first saw deleted more than this many days ago. */
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

export interface DeletedGame extends Deleted<'games'>, Pick<GameRow, 'profile' | 'score' | 'slides' | 'maxRank'> {
  readonly player: GameKind
}

export interface DeletedRun extends Deleted<'runs'> {
  readonly name: string
  readonly evaluations: number
}

interface DeletedTraining extends Deleted<'trainings'> {
  readonly name: string
  /** Moves of all its networks. */
  readonly moves: number
}

/** A line of the list of deleted items. */
export type DeletedThing = DeletedProfile | DeletedGame | DeletedRun | DeletedTraining

/** Some items of one kind, last deleted first, and the number of each kind. */
export interface DeletedWindow {
  readonly rows: readonly DeletedThing[]
  readonly totals: Readonly<Record<DeletedKind, number>>
}

/** Maximum number of rows of one window, and most items to delete for good in one call. */
export const MOST_DELETED = 1000
/** Maximum number of ids in an answer of `deletedIds`: 700 kB of JSON. */
export const MOST_DELETED_IDS = 100_000

const kind = z.enum(DELETED_KINDS)

export const DELETED_CALLS = {
  deleted: call<DeletedWindow>()({ kind, offset: wholeShape(0, 1e9), limit: wholeShape(0, MOST_DELETED) }),
  /** The ids of all deleted items of a kind, last deleted first, to select all. */
  deletedIds: call<readonly number[]>()({ kind }),
  /** Deletes for good; ignores items that are not deleted. @returns how many were */
  forgetDeleted: call<number>()({ kind, ids: z.array(idShape).min(1).max(MOST_DELETED) }),
} as const
