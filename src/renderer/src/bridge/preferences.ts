import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Hello } from '../../../core/contract/calls'
import { DEFAULT_PREFERENCES, type Preferences } from '../../../core/contract/preferences'
import { LabError } from '../../../core/errors'
import { useLab } from './lab'

/** What this person chose. The lab keeps it: a browser has another address for it each time, and so another storage. */
export const usePreferences = defineStore('preferences', () => {
  const lab = useLab()
  /** The usual ones until the lab was met. */
  const chosen = shallowRef(DEFAULT_PREFERENCES)

  function greet({ preferences }: Hello): void {
    chosen.value = preferences
  }

  function set(change: Partial<Preferences>): void {
    chosen.value = { ...chosen.value, ...change }
    lab.call('setPreferences', change).catch((error: unknown) => {
      // it holds in this page until the lab is met again, and the status bar says that the connection is lost
      if (!(error instanceof LabError && error.code === 'DISCONNECTED')) throw error
    })
  }

  return { chosen, greet, set }
})
