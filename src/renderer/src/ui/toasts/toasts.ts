import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Explained } from '../words/explain'
import { Countdown } from './countdown'

export interface Toast extends Explained {
  readonly id: number
  readonly kind: 'failure' | 'notice'
  /** Key of a changing state: its newest toast replaces the one before. */
  readonly key?: string | undefined
  /** A possible response, such as undoing; the toast closes when it runs. */
  readonly action?: { readonly label: string; run(): void } | undefined
  /** How often the same thing happened while the toast was shown. */
  readonly times: number
}

/** More than this would cover the board; the oldest are removed. */
export const MOST_TOASTS = 4
const NOTICE_MS = 5_000
/** A notice with an action stays long enough to decide. */
const ACTION_MS = 15_000

/** Why a toast stays: the pointer is over it, or the focus is in it. */
type Hold = 'pointer' | 'focus'

/** Failures and notices in the corner. Failures stay until dismissed; a repeated one is counted, not stacked. */
export const useToasts = defineStore('toasts', () => {
  const list = shallowRef<readonly Toast[]>([])
  /** Countdowns of the notices. */
  const countdowns = new Map<number, Countdown>()
  let lastId = 0

  /** @returns its id, or that of an equal toast that is already shown */
  function show(toast: Omit<Toast, 'id' | 'times'>): number {
    if (toast.key !== undefined) dismissKey(toast.key)
    const same = list.value.find(({ title, detail }) => title === toast.title && detail === toast.detail)
    // two actions with the same words do different things
    if (same && !same.action && !toast.action) {
      list.value = list.value.map(each => (each === same ? { ...each, times: each.times + 1 } : each))
      return same.id
    }
    const id = ++lastId
    keep([...list.value, { ...toast, id, times: 1 }].slice(-MOST_TOASTS))
    if (toast.kind === 'notice') countdowns.set(id, new Countdown(toast.action ? ACTION_MS : NOTICE_MS, () => dismiss(id)))
    return id
  }

  function dismiss(id: number): void {
    keep(list.value.filter(each => each.id !== id))
  }

  function dismissKey(key: string): void {
    if (list.value.some(each => each.key === key)) keep(list.value.filter(each => each.key !== key))
  }

  function keep(toasts: readonly Toast[]): void {
    list.value = toasts
    for (const [id, countdown] of countdowns) {
      if (toasts.some(each => each.id === id)) continue
      countdown.end()
      countdowns.delete(id)
    }
  }

  /** The toast stays while anything holds it. */
  function hold(id: number, why: Hold): void {
    countdowns.get(id)?.hold(why)
  }

  function release(id: number, why: Hold): void {
    countdowns.get(id)?.release(why)
  }

  return { list, show, dismiss, dismissKey, hold, release }
})
