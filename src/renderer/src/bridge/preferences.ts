import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { Hello } from '../../../core/contract/calls'
import { DEFAULT_PREFERENCES, type Preferences } from '../../../core/contract/preferences'
import { LabError } from '../../../core/errors'
import { useLab } from './lab'

/** The user's preferences. The lab stores them, because a browser sees another address, and so another storage, each time. */
export const usePreferences = defineStore('preferences', () => {
  const lab = useLab()
  /** The defaults until the lab is connected. */
  const chosen = shallowRef(DEFAULT_PREFERENCES)

  function greet({ preferences }: Hello): void {
    chosen.value = preferences
  }

  function set(change: Partial<Preferences>): void {
    chosen.value = { ...chosen.value, ...change }
    lab.call('setPreferences', change).catch((error: unknown) => {
      // applies in this page until the next connection; the status bar reports that it is lost
      if (!(error instanceof LabError && error.code === 'DISCONNECTED')) throw error
    })
  }

  return { chosen, greet, set }
})

/** A slider changes many times a second. */
const SETTLE_MS = 300

/** Saves a choice of this page whenever it changes, so that the next page begins with it. */
export function useRemembered<K extends keyof Preferences>(field: K, choice: () => Preferences[K]): void {
  const preferences = usePreferences()
  let settling: ReturnType<typeof setTimeout> | undefined
  function save(): void {
    clearTimeout(settling)
    settling = undefined
    preferences.set({ [field]: choice() })
  }
  const saveNow = () => settling !== undefined && save()
  watch(choice, () => (settling ??= setTimeout(save, SETTLE_MS)))
  window.addEventListener('pagehide', saveNow) // a reload ends no scope
  onScopeDispose(() => {
    window.removeEventListener('pagehide', saveNow)
    saveNow()
  })
}
