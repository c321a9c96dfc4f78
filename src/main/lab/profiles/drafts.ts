import { draftShape, type Draft, type ProfileDraftView } from '../../../core/contract/calls/drafts'
import type { Profile } from '../../../core/contract/files'
import { faultOf } from '../../../core/contract/shapes'
import type { StoredDraft } from '../../../core/contract/stored'
import { LabError, type LabErrorData } from '../../../core/errors'
import type { Store } from '../../store/store'
import type { Autosave } from '../saving/autosave'
import type { Saving } from '../saving/saving'
import type { UnsavedDraft } from '../saving/unsavedWork'

/** The user's profiles, as far as drafts need them. */
export interface DraftOwners {
  /** `undefined` for an unknown number. */
  own(id: number): Profile | undefined
  /** `undefined` for an unknown name. */
  idOf(name: string): number | undefined
  /** Creates a profile with this name, or a free one like it. @returns its number */
  adopt(profile: Profile): Promise<number>
}

/** Unsaved changes of profiles, for pages that open later: in memory immediately, in the store at most a second later. */
export class Drafts {
  readonly #drafts = new Map<number, Draft>()
  /** Profiles whose draft differs from the store's. */
  readonly #behind = new Set<number>()
  /** Drafts of profiles that do not exist in these data. */
  #orphans: readonly UnsavedDraft[] = []
  readonly #autosave: Autosave | undefined

  /** @param onUnreadable called for each unreadable stored draft, which stays until the profile is edited again */
  constructor(
    stored: readonly StoredDraft[],
    private readonly owners: DraftOwners,
    private readonly store: Pick<Store, 'profileDrafts'>,
    saving: Pick<Saving, 'autosave'>,
    onUnreadable: (problem: LabErrorData) => void,
  ) {
    this.#autosave = saving.autosave(
      'drafts',
      () => this.#save(),
      () => ({ drafts: this.#unsaved() }),
    )
    for (const { profile, draft } of stored) {
      const read = draftShape.safeParse(draft)
      if (read.success) this.#drafts.set(profile, read.data)
      else
        onUnreadable({
          code: 'BAD_STORE',
          message: `The unsaved changes of profile number ${profile} cannot be read: ${faultOf(read.error)}.`,
        })
    }
  }

  get list(): ProfileDraftView[] {
    return [...this.#drafts].map(([profile, draft]) => ({ profile, ...draft }))
  }

  #unsaved(): UnsavedDraft[] {
    const behind = [...this.#behind].flatMap((id): UnsavedDraft[] => {
      const profile = this.owners.own(id)
      return profile ? [{ id, profile, draft: this.#drafts.get(id) ?? null }] : []
    })
    return [...this.#orphans, ...behind]
  }

  /** Takes over drafts that an earlier lab could not save. A profile that does not exist in these data is created again, with its draft. */
  carry(drafts: readonly UnsavedDraft[]): void {
    for (const each of drafts) {
      const id = this.owners.idOf(each.profile.name)
      if (id !== undefined) this.save(id, each.draft)
      else if (each.draft) this.#orphans = [...this.#orphans, each]
    }
    if (drafts.length > 0) this.#autosave?.changed()
  }

  /** @throws {LabError} `NOT_FOUND` */
  save(profile: number, draft: Draft | null): void {
    if (!this.owners.own(profile))
      throw new LabError('NOT_FOUND', `There is no profile number ${profile}; it may have been deleted.`, { id: profile })
    if (draft) this.#drafts.set(profile, draft)
    else this.#drafts.delete(profile)
    this.#behind.add(profile)
    this.#autosave?.changed()
  }

  /** Writes pending changes now. @returns why something is still unsaved */
  async flush(): Promise<LabErrorData | undefined> {
    return this.#autosave?.flush()
  }

  async #save(): Promise<void> {
    for (const orphan of this.#orphans) {
      this.save(await this.owners.adopt(orphan.profile), orphan.draft)
      this.#orphans = this.#orphans.filter(each => each !== orphan)
    }
    const saved = [...this.#behind]
    this.#behind.clear()
    try {
      await this.store.profileDrafts.save(saved.map(profile => ({ profile, draft: this.#drafts.get(profile) ?? null })))
    } catch (error) {
      for (const profile of saved) this.#behind.add(profile)
      throw error
    }
  }
}
