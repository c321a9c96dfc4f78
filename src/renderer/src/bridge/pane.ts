import { computed, type WritableComputedRef } from 'vue'
import type { Preferences } from '../../../core/contract/preferences'
import { usePreferences } from './preferences'

/** The width of a side pane in the user's preferences, for `SplitPanes`. */
export function usePane(name: Extract<keyof Preferences, `${string}Pane`>): WritableComputedRef<number | null> {
  const preferences = usePreferences()
  return computed({
    get: () => preferences.chosen[name],
    set: width => preferences.set({ [name]: width }),
  })
}
