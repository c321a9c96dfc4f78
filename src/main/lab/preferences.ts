import type { Preferences } from '../../core/contract/preferences'
import type { Store } from '../store/store'
import { Autosave } from './autosave'

/** Name of the preferences among the settings of the store. */
export const PREFERENCES = 'preferences'

/** The preferences of whoever uses this data folder. They hold for as long as the lab runs even where they cannot be kept. */
export class PreferenceKeeper {
  #value: Preferences
  readonly #autosave: Autosave | undefined

  /**
   * @param stored as they were read at the start
   * @param store absent: nothing is kept beyond this object
   */
  constructor(stored: Preferences, store: Pick<Store, 'settings'> | undefined, onFailure: (error: unknown) => void) {
    this.#value = stored
    this.#autosave = store && new Autosave(() => store.settings.set(PREFERENCES, this.#value), onFailure)
  }

  get value(): Preferences {
    return this.#value
  }

  change(change: Partial<Preferences>): void {
    this.#value = { ...this.#value, ...change }
    this.#autosave?.changed()
  }

  /** Writes at once what is not yet written. */
  async flush(): Promise<void> {
    await this.#autosave?.flush()
  }
}
