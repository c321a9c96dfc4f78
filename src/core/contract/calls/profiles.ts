/**
 * Weight profiles: those that ship with the lab, which nobody changes, and the user's own. Whatever writes is refused with
 * what is wrong where the data folder cannot be used.
 */
import { z } from '../zod'
import type { SearchReport } from '../../games/twenty48/search/report'
import { CLASH_CHOICES, MAX_PROFILES, PROFILE_FIELDS, profileShape, tagsShape, type ClashChoice, type Profile } from '../files'
import { boardShape, playerShape } from '../shapes'
import { call, idShape } from './call'

/** A profile with where it is: a built-in has no number, and cannot be changed. */
export type KnownProfile = Profile &
  (
    | { readonly builtIn: true; readonly id?: never }
    | {
        readonly builtIn: false
        readonly id: number
        /** Milliseconds since 1970. */
        readonly created: number
        readonly updated: number
      }
  )

/** A file that somebody chose, dropped or pasted. */
export interface TextFile {
  /** For what is said about it. */
  readonly name: string
  readonly text: string
}

/** Bytes that the files of one import may have together: some 500 profiles. `lab profile import` reads larger ones. */
export const MAX_IMPORT_BYTES = 500_000

/** What would become of one profile of an import. */
export type ImportPlanStep = { readonly name: string; readonly title: string } & (
  | { readonly kind: 'add' | 'same' }
  | {
      /** Another profile has the name: somebody must choose. A built-in cannot be replaced. */
      readonly kind: 'clash'
      readonly builtIn: boolean
      readonly existingTitle: string
      /** Fields that differ, as `diffProfiles` names them. */
      readonly differs: readonly string[]
      /** That `rename` would give it. */
      readonly freeName: string
    }
)

export interface ImportDone {
  /** The name it has now. */
  readonly profile: string
  /** Name in the file; another than `profile` where it was renamed. */
  readonly from: string
  readonly did: 'added' | 'replaced' | 'renamed' | 'skipped' | 'same'
}

const ids = z.strictObject({ ids: z.array(idShape).min(1).max(MAX_PROFILES) })
const nameShape = PROFILE_FIELDS.name
/** What a person sets by hand. Weights and settings other than the measured ones take the statistics away. */
export const profileChangesShape = z.strictObject({
  name: nameShape.exactOptional(),
  title: PROFILE_FIELDS.title.exactOptional(),
  notes: PROFILE_FIELDS.notes.exactOptional(),
  evaluator: PROFILE_FIELDS.evaluator.exactOptional(),
  settings: PROFILE_FIELDS.settings.exactOptional(),
  depth: PROFILE_FIELDS.depth.exactOptional(),
  tags: tagsShape.exactOptional(),
})
export type ProfileChanges = Readonly<z.infer<typeof profileChangesShape>>

const filesShape: z.ZodType<readonly TextFile[]> = z
  .array(z.strictObject({ name: z.string().max(300), text: z.string().max(MAX_IMPORT_BYTES) }))
  .min(1)
  .max(MAX_PROFILES)
const choicesShape: z.ZodType<readonly (ClashChoice | null)[]> = z.array(z.enum(CLASH_CHOICES).nullable()).max(MAX_PROFILES)
const namesShape: z.ZodType<readonly string[]> = z.array(nameShape).min(1).max(MAX_PROFILES)

export const PROFILE_CALLS = {
  /** `NAME_TAKEN` */
  createProfile: call<KnownProfile>()(profileShape),
  /** A copy, with the statistics, which says what it is a copy of; without a name it gets the first free one. `NOT_FOUND`, `NAME_TAKEN` */
  copyProfile: call<KnownProfile>()(
    z.strictObject({ of: nameShape, name: nameShape.exactOptional(), title: PROFILE_FIELDS.title.exactOptional() }),
  ),
  /** `NOT_FOUND`, `NAME_TAKEN` */
  changeProfile: call<KnownProfile>()(z.strictObject({ id: idShape, changes: profileChangesShape })),
  /** All or nothing; until they are forgotten they can be restored. @returns how many of them there were. */
  deleteProfiles: call<number>()(ids),
  /** As they were, all or nothing; where another profile took the name meanwhile, under a free one. `NOT_FOUND` */
  restoreProfiles: call<readonly KnownProfile[]>()(ids),

  /** Reads files and says what importing them would do; nothing is written. `BAD_FILE` names the file and the fault. */
  planImport: call<readonly ImportPlanStep[]>()(z.strictObject({ files: filesShape })),
  /**
   * Imports them, all or nothing. `choices` has an entry for each step of the plan, `null` for what is no clash. `NAME_TAKEN`, with nothing
   * written, where a clash has no choice (the list changed since it was planned) or a built-in is to be replaced.
   */
  importProfiles: call<readonly ImportDone[]>()(z.strictObject({ files: filesShape, choices: choicesShape })),
  /** The text of a file of these profiles: one as an object, several as an array. `NOT_FOUND` */
  exportProfiles: call<string>()(z.strictObject({ names: namesShape })),

  /** What a player holds of a board, within two seconds. Latest wins: an earlier one that still runs is answered `CANCELLED`. */
  tryPlayer: call<SearchReport>()(z.strictObject({ board: boardShape, player: playerShape })),
} as const
