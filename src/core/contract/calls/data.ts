/** The data folder: where it is, copies of it, and another place for it. */
import { z } from '../zod'
import type { LabErrorData } from '../../errors'
import type { SetAsideRow } from '../stored'
import { call, nothing } from './call'

/** A copy of the data beside them. */
export interface Backup {
  /** Of its file, in the folder `backups`. */
  readonly name: string
  /** Somebody asked for it, or it is from before a migration, a restore or a move. */
  readonly reason: 'asked' | 'migration' | 'restore' | 'salvage' | 'anew' | 'move'
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly written: number
}

/** A damaged row that was set aside. */
export interface DamagedView extends SetAsideRow {
  /** What people call it: `game 12`. */
  readonly what: string
}

export interface DataView {
  readonly folder: string
  readonly namedBy: 'system' | 'LAB_HOME' | '--home'
  /** The folder that was named; absent unless the data were moved on from there. */
  readonly movedFrom?: string
  /** Why nothing is kept; absent while all is well. */
  readonly problem?: LabErrorData
  /** Of the data file with its journal. */
  readonly bytes: number
  readonly games: number
  /** The newest first. */
  readonly backups: readonly Backup[]
  /** Damaged rows that were set aside, the last found first. */
  readonly damaged: readonly DamagedView[]
  /** Whether `showDataFolder` can. */
  readonly canShow: boolean
  /** Whether `chooseDataPath` can. */
  readonly canChoose: boolean
}

const PATH_PURPOSES = ['backUp', 'restore', 'move'] as const
/** What a path is chosen for: a new file, a file that is there, a folder. */
export type PathPurpose = (typeof PATH_PURPOSES)[number]

/** The lab was closed and opened again under its pages; each has to meet it anew. */
export type Reopened =
  | { readonly because: 'restored' | 'moved' | 'salvaged'; /** The copy, or the folder. */ readonly place: string }
  /** The data folder could not be used before and can be now; what was played meanwhile is saved there. */
  | { readonly because: 'recovered'; /** The folder. */ readonly place: string }
  /** It is as it was before. */
  | { readonly because: 'failed'; readonly error: LabErrorData }

/** Looked at again where it is used: it comes from a page. */
const pathShape = z.string().min(1).max(4000)

export const DATA_CALLS = {
  dataFolder: call<DataView>()(nothing),
  /** In the system's file manager; `BAD_REQUEST` from a browser. */
  showDataFolder: call<void>()(nothing),
  /** A path in a window of the system with this title; `null` when none was chosen. `BAD_REQUEST` from a browser. */
  chooseDataPath: call<string | null>()(z.strictObject({ purpose: z.enum(PATH_PURPOSES), title: z.string().max(200) })),
  /** A full check. @returns what is wrong; nothing in sound data. */
  checkData: call<readonly string[]>()(nothing),
  /**
   * Writes a copy: among the backups, or as a new file with the ending `.db`. A job of the kind `data` whose unit is bytes tells how
   * far it is and gives it up (`CANCELLED`). @returns its path.
   */
  backUpData: call<string>()(z.strictObject({ file: pathShape.optional() })),
  /**
   * Puts a copy in the place of the data, which are kept among the backups: one of the backups by its name, or a file. The lab is
   * closed and opened again for that, and `reopened` says how it went. Meanwhile it is a job, as `backUpData`.
   */
  restoreData: call<void>()(z.union([z.strictObject({ backup: z.string().max(200) }), z.strictObject({ file: pathShape })])),
  /**
   * Writes what can be read of damaged data into a sound file, which takes their place. The damaged file is among the backups then, and what is lost among
   * `damaged`. As `restoreData`.
   */
  salvageData: call<void>()(nothing),
  /** All that is known of a damaged row, its bytes among it, as text for a file. `NOT_FOUND` */
  damagedRow: call<string>()(z.strictObject({ id: z.int().min(1) })),
  /** Takes the data to an empty or new folder, and goes on there, now and at every start. As `restoreData`. */
  moveData: call<void>()(z.strictObject({ folder: pathShape })),
} as const
