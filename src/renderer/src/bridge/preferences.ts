import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, watch, type WritableComputedRef } from 'vue'
import type { Hello } from '../../../core/contract/calls'
import { DEFAULT_PREFERENCES, readPreferences, type Preferences } from '../../../core/contract/preferences'
import { LabError } from '../../../core/errors'
import { useLab } from './lab'
import { tabStorage } from './tabStorage'

/** Screen and player of this tab. A new one begins with the last choice of all. */
const KEY = 'preferences'

/** The user's preferences. The lab stores them, because a browser sees another address, and so another storage, each time. */
export const usePreferences = defineStore('preferences', () => {
  const lab = useLab()
  /** The defaults until the lab is connected. */
  const chosen = shallowRef(DEFAULT_PREFERENCES)

  /** Folder of the data whose choices this tab has; `undefined` until the lab is connected. */
  let home: string | undefined

  function greet({ preferences, home: met = '' }: Hello): void {
    home = met
    chosen.value = { ...preferences, ...ofTab() }
    saveTab()
  }

  /** What this tab shows: another one may have saved its own since. */
  function ofTab(): Partial<Preferences> {
    const own = JSON.parse(tabStorage.get(KEY) ?? '{}') as { readonly home?: string }
    if (own.home !== home) return {}
    const { screen, player } = readPreferences(own, () => undefined)
    return { screen, player }
  }

  function saveTab(): void {
    const { screen, player } = chosen.value
    if (home !== undefined) tabStorage.set(KEY, JSON.stringify({ home, screen, player }))
  }

  function set(change: Partial<Preferences>): void {
    chosen.value = { ...chosen.value, ...change }
    saveTab()
    lab.call('setPreferences', change).catch((error: unknown) => {
      // applies in this page until the next connection; the status bar reports that it is lost
      if (!(error instanceof LabError && error.code === 'DISCONNECTED')) throw error
    })
  }

  const valueScale = computed(() => chosen.value.valueScale ?? DEFAULT_PREFERENCES.valueScale)
  const lossThresholds = computed(() => chosen.value.lossThresholds ?? DEFAULT_PREFERENCES.lossThresholds)

  return { chosen, valueScale, lossThresholds, greet, set }
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

/** The width of a side pane in the user's preferences, for `SplitPanes`. */
export function usePane(name: Extract<keyof Preferences, `${string}Pane`>): WritableComputedRef<number | null> {
  const preferences = usePreferences()
  return computed({
    get: () => preferences.chosen[name],
    set: width => preferences.set({ [name]: width }),
  })
}
