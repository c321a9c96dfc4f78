/** Drafts: unsaved changes of profiles. The lab saves them apart from the profiles, like the game on the board. */
import { draftLineShape } from '../texts'
import { z } from '../zod'
import { call, idShape } from './call'
import { profileChangesShape, type ProfileChanges } from './profiles'
import type { Saved } from './saving'

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

export const DRAFT_CALLS = {
  /** Replaces an earlier draft; `null` removes it. Answers once it is on the disk, or with the failure. `NOT_FOUND` */
  saveDraft: call<Saved>()({ profile: idShape, draft: draftShape.nullable() }),
} as const
