import type { Draft, EngineChoice } from '../../../core/contract/calls'
import type { Profile } from '../../../core/contract/files'
import type { Preferences } from '../../../core/contract/preferences'
import type { NewGame } from '../../../core/contract/stored'
import type { LabErrorData } from '../../../core/errors'
import type { LabGame } from '../games/labGame'

/** Unsaved changes of a profile, with the data to find that profile in other data, or to create it there. */
export interface UnsavedDraft {
  /** Number of the row in the data that it was read from. */
  readonly id: number
  /** `null`: the stored draft must be removed. */
  readonly draft: Draft | null
  /** The stored profile, without the changes. */
  readonly profile: Profile
}

/** A finished game to be added to the library. */
export interface UnsavedGame extends NewGame {
  /** Number of the row with an earlier state of it, to be replaced by all of it. */
  readonly row?: number | undefined
}

/**
 * A game of the library that continued on the board, so that its row must be removed. The other fields distinguish it from another game
 * with that number.
 */
export interface LeavingRow extends Pick<NewGame, 'seed' | 'score' | 'slides'> {
  readonly id: number
}

/** Work in a lab's memory that could not be saved: carried into the next lab, or into a rescue file. */
export interface UnsavedWork {
  /** Why it is not saved. */
  readonly problem: LabErrorData
  /** Finished games that are not in the library, oldest first. */
  readonly games: readonly UnsavedGame[]
  /** To be removed only after the game on the board is saved. */
  readonly leaving: readonly LeavingRow[]
  /** Games from the board, the newest last: that one must return there. */
  readonly boards: readonly LabGame[]
  readonly drafts: readonly UnsavedDraft[]
  /** The changed fields. */
  readonly preferences: Partial<Preferences>
  readonly engine?: EngineChoice | undefined
  /** A copy of the data, which are no longer in their folder. */
  readonly database?: string | undefined
  /** What that copy lacks, in words. */
  readonly lost?: string | undefined
}

/** Without copies of the data, of which each is restored or left by itself. @returns `undefined` for none */
export function joined(all: readonly UnsavedWork[]): Omit<UnsavedWork, 'database' | 'lost'> | undefined {
  const last = all.at(-1)
  return (
    last && {
      problem: last.problem,
      games: all.flatMap(({ games }) => games),
      leaving: all.flatMap(({ leaving }) => leaving),
      boards: all.flatMap(({ boards }) => boards),
      drafts: all.flatMap(({ drafts }) => drafts),
      preferences: Object.assign({}, ...all.map(({ preferences }) => preferences)) as Partial<Preferences>,
      engine: all.findLast(({ engine }) => engine)?.engine,
    }
  )
}

/** @returns true if it contains anything */
export function isWork({ games, leaving, boards, drafts, preferences, engine, database }: UnsavedWork): boolean {
  const count = games.length + leaving.length + boards.length + drafts.length + Object.keys(preferences).length
  return count > 0 || engine !== undefined || database !== undefined
}
