import { draftShape, type Draft, type ProfileDraftView } from '../../core/contract/calls/drafts'
import type { StoredDraft } from '../../core/contract/stored'
import { LabError, type LabErrorData } from '../../core/errors'
import type { Store } from '../store/store'
import { Autosave } from './autosave'

/** Unsaved changes of profiles, for the pages that come: in memory at once, in the store a second later at most. */
export class DraftKeeper {
  readonly #drafts = new Map<number, Draft>()
  /** Profiles whose draft is another in the store. */
  readonly #behind = new Set<number>()
  readonly #autosave: Autosave | undefined

  /**
   * @param isOwn whether the user has a profile of that number
   * @param store absent: nothing is kept beyond this object
   * @param onUnreadable hears of each stored draft that cannot be used; it stays until the profile is edited again.
   */
  constructor(
    stored: readonly StoredDraft[],
    private readonly isOwn: (profile: number) => boolean,
    private readonly store: Pick<Store, 'profileDrafts'> | undefined,
    onFailure: (error: unknown) => void,
    onUnreadable: (problem: LabErrorData) => void,
  ) {
    this.#autosave = store && new Autosave(() => this.#save(), onFailure)
    for (const { profile, draft } of stored) {
      const read = draftShape.safeParse(draft)
      if (read.success) this.#drafts.set(profile, read.data)
      else
        onUnreadable({
          code: 'BAD_STORE',
          message: `The unsaved changes of profile number ${profile} cannot be read: ${read.error.issues[0]!.message}.`,
        })
    }
  }

  get list(): ProfileDraftView[] {
    return [...this.#drafts].map(([profile, draft]) => ({ profile, ...draft }))
  }

  /** @throws {LabError} `NOT_FOUND` */
  keep(profile: number, draft: Draft | null): void {
    if (!this.isOwn(profile))
      throw new LabError('NOT_FOUND', `There is no profile number ${profile}; it may have been deleted.`, { id: profile })
    if (draft) this.#drafts.set(profile, draft)
    else this.#drafts.delete(profile)
    this.#behind.add(profile)
    this.#autosave?.changed()
  }

  /** Writes at once what is not yet written. */
  async flush(): Promise<void> {
    await this.#autosave?.flush()
  }

  async #save(): Promise<void> {
    const saved = [...this.#behind]
    this.#behind.clear()
    try {
      await this.store!.profileDrafts.save(saved.map(profile => ({ profile, draft: this.#drafts.get(profile) ?? null })))
    } catch (error) {
      for (const profile of saved) this.#behind.add(profile)
      throw error
    }
  }
}
