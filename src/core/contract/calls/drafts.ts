/** What was changed of a profile and is not saved: the lab keeps it, as it keeps the game on the board. */
import { z } from '../zod'
import { call, idShape } from './call'
import { profileChangesShape, type ProfileChanges } from './profiles'
import type { Saved } from './saving'

/** A name is changed at once, and never unsaved. */
export type DraftChanges = Omit<ProfileChanges, 'name'>

export interface ProfileDraftView {
  /** Its number. */
  readonly profile: number
  /** Fields that are other than stored. A title may still be empty. */
  readonly changes: DraftChanges
  /** What was stored in these fields when they were changed. */
  readonly base: DraftChanges
}

const changesShape: z.ZodType<DraftChanges> = profileChangesShape
  .omit({ name: true })
  .extend({ title: z.string().max(80).exactOptional() })

export type Draft = Omit<ProfileDraftView, 'profile'>
export const draftShape: z.ZodType<Draft> = z.strictObject({ changes: changesShape, base: changesShape })

export const DRAFT_CALLS = {
  /** In the place of an earlier one; `null` for none. Answers when it is on the disk, or says that it is not. `NOT_FOUND` */
  keepDraft: call<Saved>()(z.strictObject({ profile: idShape, draft: draftShape.nullable() })),
} as const
