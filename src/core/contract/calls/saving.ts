/** Work that the lab could not save so far, and what can be done about it. */
import type { LabErrorData } from '../../errors'
import { call, nothing } from './call'

/**
 * `data`: the data folder as a whole is unusable, so nothing is saved. `game`: the game on the board, and finished games that are not in
 * the library yet. The other names speak for themselves.
 */
export type UnsavedThing = 'data' | 'game' | 'drafts' | 'preferences' | 'engine'

/** Exists until everything is saved. */
export interface UnsavedView {
  readonly things: readonly UnsavedThing[]
  /** The cause. */
  readonly problem: LabErrorData
  /** When it began, in milliseconds since 1970. */
  readonly since: number
  /** True if `writeDataAnew` helps: the data files were deleted, moved or replaced while the lab had them open. */
  readonly canWriteAnew: boolean
  /** True if the lab tries again by itself. Otherwise the user must first repair the cause: a damaged file, or one of a newer lab. */
  readonly retries: boolean
}

/** Reports if a change is on the disk. If not, it still takes effect in this lab, which tries to save it again. */
export type Saved = { readonly saved: true } | { readonly saved: false; readonly problem: LabErrorData }

/** Work that a program could not save before it ended. Its exit code reports that. */
export interface Unstored {
  readonly problem: LabErrorData
  /** The rescue file; `undefined` if that could not be written either. */
  readonly file: string | undefined
  /** A copy of the data, if their own folder is gone. */
  readonly database?: string | undefined
  /** What that copy lacks, in words. */
  readonly lost?: string | undefined
}

/** Work that an earlier lab could not save before it ended, and that this one has recovered. */
export interface RescuedView {
  /** The rescue file. */
  readonly file: string
  /** Number of games, the one on the board included. */
  readonly games: number
  readonly drafts: number
}

export const SAVING_CALLS = {
  /** Tries to save now instead of later. @returns what is still unsaved; `null` for nothing */
  saveNow: call<UnsavedView | null>()(nothing),
  /**
   * Creates the data folder again and writes the database there from the file that the lab still has open. A database already there becomes
   * a backup. `UnsavedView.problem` names before what else is lost with the folder; a failure names it afterwards. `BAD_REQUEST` if the data
   * are in place; `STORE_LOCKED` if another lab uses the new folder.
   */
  writeDataAnew: call<void>()(nothing),
} as const
