import { draftShape, type Draft, type ProfileDraftView } from '../../../core/contract/calls/drafts'
import type { Profile } from '../../../core/contract/files'
import { faultOf } from '../../../core/contract/shapes'
import type { StoredDraft } from '../../../core/contract/stored'
import { LabError, type LabErrorData } from '../../../core/errors'
import type { Store } from '../../store/store'
import type { Autosave } from '../saving/autosave'
import type { Keeping } from '../saving/keeping'
import type { UnsavedDraft } from '../saving/unsavedWork'

/** The user's own profiles, as far as drafts need them. */
export interface DraftOwners {
  /** `undefined` for a number that none of them has. */
  own(id: number): Profile | undefined
  /** `undefined` for a name that none of them has. */
  idOf(name: string): number | undefined
  /** Makes one of this name, or of a free one like it. @returns its number */
  adopt(profile: Profile): Promise<number>
}

/** Unsaved changes of profiles, for the pages that come: in memory at once, in the store a second later at most. */
export class DraftKeeper {
  readonly #drafts = new Map<number, Draft>()
  /** Profiles whose draft is another in the store. */
  readonly #behind = new Set<number>()
  /** Drafts of profiles that these data do not have. */
  #orphans: readonly UnsavedDraft[] = []
  readonly #autosave: Autosave | undefined

  /** @param onUnreadable hears of each stored draft that cannot be used; it stays until the profile is edited again. */
  constructor(
    stored: readonly StoredDraft[],
    private readonly owners: DraftOwners,
    private readonly store: Pick<Store, 'profileDrafts'>,
    saving: Pick<Keeping, 'autosave'>,
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

  /** Takes over what an earlier lab could not store. A profile that is not in these data is made again, with its draft. */
  carry(drafts: readonly UnsavedDraft[]): void {
    for (const each of drafts) {
      const id = this.owners.idOf(each.profile.name)
      if (id !== undefined) this.keep(id, each.draft)
      else if (each.draft) this.#orphans = [...this.#orphans, each]
    }
    if (drafts.length > 0) this.#autosave?.changed()
  }

  /** @throws {LabError} `NOT_FOUND` */
  keep(profile: number, draft: Draft | null): void {
    if (!this.owners.own(profile))
      throw new LabError('NOT_FOUND', `There is no profile number ${profile}; it may have been deleted.`, { id: profile })
    if (draft) this.#drafts.set(profile, draft)
    else this.#drafts.delete(profile)
    this.#behind.add(profile)
    this.#autosave?.changed()
  }

  /** Writes at once what is not yet written. @returns why something is still unwritten */
  async flush(): Promise<LabErrorData | undefined> {
    return this.#autosave?.flush()
  }

  async #save(): Promise<void> {
    for (const orphan of this.#orphans) {
      this.keep(await this.owners.adopt(orphan.profile), orphan.draft)
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
