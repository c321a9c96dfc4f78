/** What the lab could not write so far, and what can be done about it. */
import type { LabErrorData } from '../../errors'
import { call, nothing } from './call'

/**
 * `data`: the data folder as a whole cannot be used, so nothing is saved. `game`: the game on the board, and finished games that are
 * not in the library yet. The others are what their names say.
 */
export type UnsavedThing = 'data' | 'game' | 'drafts' | 'preferences' | 'engine'

/** Lasts until everything is saved. */
export interface UnsavedView {
  readonly things: readonly UnsavedThing[]
  /** Why. */
  readonly problem: LabErrorData
  /** When it began, in milliseconds since 1970. */
  readonly since: number
  /** Whether `writeDataAnew` is what helps: the files of the data were deleted, moved or replaced while the lab had them open. */
  readonly canWriteAnew: boolean
  /** Whether the lab tries again by itself. Else nothing is saved before a person mends what is wrong: a damaged file, or one of a newer lab. */
  readonly retries: boolean
}

/** Whether a change is on the disk. One that is not holds in this lab, which goes on trying to save it. */
export type Saved = { readonly saved: true } | { readonly saved: false; readonly problem: LabErrorData }

/** What a program could not store before it ended. It ends with a code that says so. */
export interface Unstored {
  readonly problem: LabErrorData
  /** The rescue file; `undefined` where that could not be written either. */
  readonly file: string | undefined
  /** A copy of all data, whose own folder was gone. */
  readonly database?: string | undefined
}

/** Work of an earlier lab that ended without being able to save it, and that this one has taken over. */
export interface RescuedView {
  /** The file that it was in. */
  readonly file: string
  /** Games, that on the board included. */
  readonly games: number
  readonly drafts: number
}

export const SAVING_CALLS = {
  /** Tries at once what the lab would try later. @returns what is unsaved after that; `null` for nothing. */
  saveNow: call<UnsavedView | null>()(nothing),
  /**
   * Makes the data folder again and writes all data there from the file that the lab still has open. What lies there instead is kept
   * among the backups. `BAD_REQUEST` while the data are where they should be; `STORE_LOCKED` where another lab has the new folder.
   */
  writeDataAnew: call<void>()(nothing),
} as const
