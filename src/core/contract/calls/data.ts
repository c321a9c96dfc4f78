/** The data folder: its place, backups, and moving it. */
import { positiveShape, textShape, wholeShape, z } from '../zod'
import type { LabErrorData } from '../../errors'
import { DELETED_KINDS, type DeletedKind, type GameKind, type GameRow, type RUN_OF_FORMAT, type SetAsideRow } from '../stored'
import { call, idShape, nothing } from './call'

/** A backup in the data folder. */
export interface Backup {
  /** Name of its file in the folder `backups`. */
  readonly name: string
  /** `asked`: the user made it; `daily`: the lab did; otherwise it precedes a migration, a restore or a move. */
  readonly reason: 'asked' | 'daily' | 'migration' | 'restore' | 'salvage' | 'anew' | 'move'
  /** `database`: without networks, training runs, tournaments and files of results; a restore then leaves those as they are. */
  readonly holds: 'everything' | 'database'
  /** True if it was read back when it was made. Data that were replaced are put aside as they are. */
  readonly verified: boolean
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly written: number
}

/** A damaged row that was removed from the data. */
export interface DamagedView extends SetAsideRow {
  /** A name for people: `game 12`. */
  readonly what: string
}

export interface DataView {
  readonly folder: string
  readonly namedBy: 'system' | 'LAB_HOME' | '--home'
  /** The folder that the user named; absent unless the data were moved from there. */
  readonly movedFrom?: string
  /** Why the lab cannot save anything; absent if it can. */
  readonly problem?: LabErrorData
  /** Size of the database with its journal, and of the data's other files. */
  readonly bytes: number
  readonly games: number
  /** Newest first. */
  readonly backups: readonly Backup[]
  /** Why the last daily copy that was due was not made. */
  readonly dailyProblem?: LabErrorData
  /** Damaged rows that were removed, last found first. */
  readonly damaged: readonly DamagedView[]
  /** True if `showDataFolder` works here. */
  readonly canShow: boolean
  /** True if `chooseDataPath` works here. */
  readonly canChoose: boolean
}

const PATH_PURPOSES = ['backUp', 'restore', 'move'] as const
/** The purpose of a chosen path: a new file, an existing file, a folder. */
export type PathPurpose = (typeof PATH_PURPOSES)[number]

/** The lab was closed and opened again while pages were open; each page must request everything again. */
export type Reopened =
  | { readonly because: 'restored' | 'moved' | 'salvaged'; /** The copy, or the folder. */ readonly place: string }
  /** The data folder was unusable and now works; anything done in the meantime is saved there. */
  | { readonly because: 'recovered'; /** The folder. */ readonly place: string }
  /** Nothing has changed. */
  | { readonly because: 'failed'; readonly error: LabErrorData }

/** Checked again when it is used, because it comes from a page. */
const pathShape = z.string().min(1).max(4000)

export const DATA_CALLS = {
  dataFolder: call<DataView>()(nothing),
  /** Opens the system's file manager; `BAD_REQUEST` from a browser. */
  showDataFolder: call<void>()(nothing),
  /** Lets the user choose a path in a system dialog with this title; `null` if none was chosen. `BAD_REQUEST` from a browser. */
  chooseDataPath: call<string | null>()({ purpose: z.enum(PATH_PURPOSES), title: textShape(200) }),
  /** Checks the data in full. @returns the problems; none for sound data */
  checkData: call<readonly string[]>()(nothing),
  /**
   * Writes a copy: among the backups, or as a new file with the ending `.db`. A job of the kind `data`, in bytes, shows its progress and
   * can cancel it (`CANCELLED`).
   * @returns the path of the copy
   */
  backUpData: call<string>()({ file: pathShape.optional() }),
  /**
   * Replaces the data, which become a backup, by a copy: a backup by its name, or a file. The lab closes and opens again, and `reopened`
   * reports the result. Meanwhile there is a job, as for `backUpData`.
   */
  restoreData: call<void>()(z.union([z.strictObject({ backup: textShape(200) }), z.strictObject({ file: pathShape })])),
  /**
   * Writes all readable rows of damaged data into a sound file, which replaces the data. The damaged file becomes a backup, and lost rows
   * are listed in `damaged`. As `restoreData`.
   */
  salvageData: call<void>()(nothing),
  /** Everything known about a damaged row, its bytes included, as text for a file. `NOT_FOUND` */
  damagedRow: call<string>()({ id: positiveShape }),
  /** Moves the data to an empty or new folder, and uses that from now on. As `restoreData`. */
  moveData: call<void>()({ folder: pathShape }),
} as const

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

/** A deleted run of lines that is not a training. Of several with the same content, the list has the last deleted one. */
export interface DeletedOther extends Deleted<'others'> {
  readonly run: (typeof RUN_OF_FORMAT)[keyof typeof RUN_OF_FORMAT]
  readonly name: string
  /** Stored results. */
  readonly lines: number
}

/** A line of the list of deleted items. */
export type DeletedThing = DeletedProfile | DeletedGame | DeletedRun | DeletedTraining | DeletedOther

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

/** Deleted items: `restoreProfiles`, `restoreGames`, `restoreRuns` and `restoreOthers` restore them until they are deleted for good. */
export const DELETED_CALLS = {
  deleted: call<DeletedWindow>()({ kind, offset: wholeShape(0, 1e9), limit: wholeShape(0, MOST_DELETED) }),
  /** The ids of all deleted items of a kind, last deleted first, to select all. */
  deletedIds: call<readonly number[]>()({ kind }),
  /** Deletes for good; ignores items that are not deleted. @returns how many were */
  forgetDeleted: call<number>()({ kind, ids: z.array(idShape).min(1).max(MOST_DELETED) }),
} as const
