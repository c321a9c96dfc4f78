import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export const TUNE_KINDS = ['weights', 'networks'] as const
export type TuneKind = (typeof TUNE_KINDS)[number]

/** What the Tune screen shows: runs that tune weights, or runs that train networks. */
export const useTuneKind = defineStore('tuneKind', () => ({
  kind: shallowRef<TuneKind>('weights'),
  /** How often a run was opened from elsewhere, which closes the form. */
  closings: shallowRef(0),
}))
