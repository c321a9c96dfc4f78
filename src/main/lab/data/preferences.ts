import type { Preferences } from '../../../core/contract/preferences'
import type { LabErrorData } from '../../../core/errors'
import type { Store } from '../../store/store'
import { PREFERENCES } from '../context/labData'
import type { Autosave } from '../saving/autosave'
import type { Saving } from '../saving/saving'

/** The preferences of the user of this data folder. They apply while the lab runs, even if they cannot be saved. */
export class SavedPreferences {
  #value: Preferences
  /** Changes since the last write. */
  #unsaved: Partial<Preferences> = {}
  readonly #autosave: Autosave | undefined

  /** @param stored as read at the start */
  constructor(
    stored: Preferences,
    private readonly store: Pick<Store, 'settings'>,
    saving: Pick<Saving, 'autosave'>,
  ) {
    this.#value = stored
    this.#autosave = saving.autosave(
      'preferences',
      () => this.#save(),
      () => ({ preferences: this.#unsaved }),
    )
  }

  get value(): Preferences {
    return this.#value
  }

  change(change: Partial<Preferences>): void {
    this.#value = { ...this.#value, ...change }
    this.#unsaved = { ...this.#unsaved, ...change }
    this.#autosave?.changed()
  }

  /** Writes pending changes now. @returns why something is still unsaved */
  async flush(): Promise<LabErrorData | undefined> {
    return this.#autosave?.flush()
  }

  async #save(): Promise<void> {
    const written = this.#unsaved
    await this.store.settings.set(PREFERENCES, this.#value)
    if (this.#unsaved === written) this.#unsaved = {}
  }
}
