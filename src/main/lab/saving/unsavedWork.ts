import type { Draft, EngineChoice } from '../../../core/contract/calls'
import type { Profile } from '../../../core/contract/files'
import type { Preferences } from '../../../core/contract/preferences'
import type { NewGame } from '../../../core/contract/stored'
import type { LabErrorData } from '../../../core/errors'
import type { LabGame } from '../games/labGame'

/** Unsaved changes of a profile, with what it takes to find that profile in other data, or to make it there. */
export interface UnsavedDraft {
  /** Its number in the data that it was read from. */
  readonly id: number
  /** `null`: the draft that is stored is to go. */
  readonly draft: Draft | null
  /** As it is stored, without the changes. */
  readonly profile: Profile
}

/** A finished game that is to be in the library. */
export interface UnsavedGame extends NewGame {
  /** Number of the row that holds an earlier state of it, and is to hold all of it. */
  readonly row?: number | undefined
}

/** A game of the library that went on, on the board: its row is to leave. The rest tells it from another game of that number. */
export interface LeavingRow extends Pick<NewGame, 'seed' | 'score' | 'slides'> {
  readonly id: number
}

/** What a lab holds in memory and could not store: carried into the next one, or into a rescue file. */
export interface UnsavedWork {
  /** Why it is not stored. */
  readonly problem: LabErrorData
  /** Finished games that are not in the library, the oldest first. */
  readonly games: readonly UnsavedGame[]
  /** Not before the game on the board is stored. */
  readonly leaving: readonly LeavingRow[]
  /** Games that were on the board, the newest last: that one is to be there again. */
  readonly boards: readonly LabGame[]
  readonly drafts: readonly UnsavedDraft[]
  /** The fields that were changed. */
  readonly preferences: Partial<Preferences>
  readonly engine?: EngineChoice | undefined
  /** A copy of all data, which are not in their folder any more. */
  readonly database?: string | undefined
}

/** @returns `undefined` for none */
export function joined(works: readonly UnsavedWork[]): UnsavedWork | undefined {
  const last = works.at(-1)
  return (
    last && {
      problem: last.problem,
      games: works.flatMap(({ games }) => games),
      leaving: works.flatMap(({ leaving }) => leaving),
      boards: works.flatMap(({ boards }) => boards),
      drafts: works.flatMap(({ drafts }) => drafts),
      preferences: Object.assign({}, ...works.map(({ preferences }) => preferences)) as Partial<Preferences>,
      engine: works.findLast(({ engine }) => engine)?.engine,
      database: works.findLast(({ database }) => database)?.database,
    }
  )
}

/** @returns whether there is anything in it */
export function isWork({ games, leaving, boards, drafts, preferences, engine, database }: UnsavedWork): boolean {
  const count = games.length + leaving.length + boards.length + drafts.length + Object.keys(preferences).length
  return count > 0 || engine !== undefined || database !== undefined
}
