/**
 * Weight profiles: the built-in ones, which cannot be changed, and the user's own. Calls that write are refused if the data folder is
 * unusable.
 */
import { textShape, z } from '../zod'
import type { SearchReport } from '../../games/twenty48/search/report'
import { CLASH_CHOICES, MAX_PROFILES, PROFILE_FIELDS, profileShape, tagsShape, type ClashChoice, type Profile } from '../files'
import { boardShape, playerShape } from '../shapes'
import { call, idShape, nothing } from './call'
import { draftLineShape } from '../texts'
import type { Saved } from './saving'

/** A profile and its place: a built-in one has no number, and cannot be changed. */
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

/** A file that the user chose, dropped or pasted. */
export interface TextFile {
  /** For messages about the file. */
  readonly name: string
  readonly text: string
}

/** Maximum bytes of all files of one import: some 500 profiles. `lab profile import` reads larger ones. */
export const MAX_IMPORT_BYTES = 500_000

/** The effect of an import on one profile. */
export type ImportPlanStep = { readonly name: string; readonly title: string } & (
  | { readonly kind: 'add' | 'same' }
  | {
      /** Another profile has the name: the user must choose. A built-in cannot be replaced. */
      readonly kind: 'clash'
      readonly builtIn: boolean
      readonly existingTitle: string
      /** Fields that differ, as named by `diffProfiles`. */
      readonly differs: readonly string[]
      /** The name that `rename` would give it. */
      readonly freeName: string
    }
)

export interface ImportDone {
  /** The name now. */
  readonly profile: string
  /** Name in the file; differs from `profile` if it was renamed. */
  readonly from: string
  readonly did: 'added' | 'replaced' | 'renamed' | 'skipped' | 'same'
}

const ids = z.strictObject({ ids: z.array(idShape).min(1).max(MAX_PROFILES) })
const nameShape = PROFILE_FIELDS.name
/** The fields that the user edits. Changing the measured weights or settings removes the statistics. */
const profileChangesShape = z.strictObject({
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
  .array(z.strictObject({ name: textShape(300), text: textShape(MAX_IMPORT_BYTES) }))
  .min(1)
  .max(MAX_PROFILES)
const choicesShape: z.ZodType<readonly (ClashChoice | null)[]> = z.array(z.enum(CLASH_CHOICES).nullable()).max(MAX_PROFILES)
const namesShape: z.ZodType<readonly string[]> = z.array(nameShape).min(1).max(MAX_PROFILES)

export const PROFILE_CALLS = {
  /** The built-in ones, then the user's, each sorted by name. An event `failure` reports one that cannot be read. */
  profiles: call<readonly KnownProfile[]>()(nothing),
  /** `NAME_TAKEN` */
  createProfile: call<KnownProfile>()(profileShape),
  /** A copy, with the statistics, that names its original; without a name it gets the first free one. `NOT_FOUND`, `NAME_TAKEN` */
  copyProfile: call<KnownProfile>()({
    of: nameShape,
    name: nameShape.exactOptional(),
    title: PROFILE_FIELDS.title.exactOptional(),
  }),
  /** `NOT_FOUND`, `NAME_TAKEN` */
  changeProfile: call<KnownProfile>()({ id: idShape, changes: profileChangesShape }),
  /** All or nothing. They can be restored until they are deleted for good. @returns how many of them existed */
  deleteProfiles: call<number>()(ids),
  /** Unchanged, all or nothing; under a free name if the old one is taken. `NOT_FOUND` */
  restoreProfiles: call<readonly KnownProfile[]>()(ids),

  /** Reads files and returns the effects of importing them; writes nothing. `BAD_FILE` names the file and the fault. */
  planImport: call<readonly ImportPlanStep[]>()({ files: filesShape }),
  /**
   * Imports them, all or nothing. `choices` has an entry for each step of the plan, `null` if it is no clash. `NAME_TAKEN`, with nothing
   * written, if a clash has no choice (the list has changed since the plan) or a built-in is to be replaced.
   */
  importProfiles: call<readonly ImportDone[]>()({ files: filesShape, choices: choicesShape }),
  /** The text of a file of these profiles: one as an object, several as an array. `NOT_FOUND` */
  exportProfiles: call<string>()({ names: namesShape }),

  /** Searches a board with a player, for at most two seconds. Latest wins: an earlier call that still runs answers `CANCELLED`. */
  tryPlayer: call<SearchReport>()({ board: boardShape, player: playerShape }),
} as const

/** A name changes at once, and is never unsaved. */
export type DraftChanges = Omit<ProfileChanges, 'name'>

export interface ProfileDraftView {
  /** The profile's number. */
  readonly profile: number
  /** Fields that differ from the stored ones. A title may still be empty. */
  readonly changes: DraftChanges
  /** The stored values of these fields when they were changed. */
  readonly base: DraftChanges
}

const changesShape: z.ZodType<DraftChanges> = profileChangesShape
  .omit({ name: true })
  .extend({ title: draftLineShape(80).exactOptional() })

export type Draft = Omit<ProfileDraftView, 'profile'>
export const draftShape: z.ZodType<Draft> = z.strictObject({ changes: changesShape, base: changesShape })

/** Unsaved changes of profiles, which the lab saves apart from the profiles, like the game on the board. */
export const DRAFT_CALLS = {
  /** Replaces an earlier draft; `null` removes it. Answers once it is on the disk, or with the failure. `NOT_FOUND` */
  saveDraft: call<Saved>()({ profile: idShape, draft: draftShape.nullable() }),
} as const
