import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { useNavigation, type ScreenId } from '../shell/navigation'
import type { Explained } from '../words/explain'

export interface Toast extends Explained {
  readonly id: number
  readonly kind: 'failure' | 'notice'
  /** Key of a changing state: its newest toast replaces the one before. */
  readonly key?: string | undefined
  /** The screen whose visit it belongs to; 'any' for what concerns the whole lab. */
  readonly screen: ScreenId | 'any'
  /** Refuses what the user gave: the next deed of the user ends it. */
  readonly refusal?: boolean | undefined
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

/**
 * Failures and notices. Failures stay until dismissed; a repeated one is counted, not stacked. A toast is shown on its screen, and ends when
 * that is left.
 */
export const useToasts = defineStore('toasts', () => {
  const list = shallowRef<readonly Toast[]>([])
  /** Countdowns of the notices. */
  const countdowns = new Map<number, Countdown>()
  let lastId = 0
  const navigation = useNavigation()
  watch(
    () => navigation.screen,
    (_, left) => replace(list.value.filter(each => each.screen !== left)),
    { flush: 'sync' },
  )

  /** @param given without a screen it belongs to the one that is open @returns its id, or that of an equal toast that is already shown */
  function show(given: Omit<Toast, 'id' | 'times' | 'screen'> & Partial<Pick<Toast, 'screen'>>): number {
    const toast = { screen: navigation.screen, ...given }
    if (toast.key !== undefined) dismissKey(toast.key)
    const same = list.value.find(({ title, detail }) => title === toast.title && detail === toast.detail)
    // two actions with the same words do different things
    if (same && !same.action && !toast.action) {
      list.value = list.value.map(each => (each === same ? { ...each, times: each.times + 1 } : each))
      return same.id
    }
    const id = ++lastId
    replace([...list.value, { ...toast, id, times: 1 }].slice(-MOST_TOASTS))
    if (toast.kind === 'notice') countdowns.set(id, new Countdown(toast.action ? ACTION_MS : NOTICE_MS, () => dismiss(id)))
    return id
  }

  function dismiss(id: number): void {
    replace(list.value.filter(each => each.id !== id))
  }

  function dismissKey(key: string): void {
    if (list.value.some(each => each.key === key)) replace(list.value.filter(each => each.key !== key))
  }

  function endRefusals(): void {
    if (list.value.some(({ refusal }) => refusal)) replace(list.value.filter(({ refusal }) => !refusal))
  }

  function replace(toasts: readonly Toast[]): void {
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

  return { list, show, dismiss, dismissKey, endRefusals, hold, release }
})

/** Minimum time left when the last hold ends, so that a pointer that left by accident can return. */
const LEAST_MS = 3_000

/** Runs out once, except while it is held. */
export class Countdown {
  readonly #holds = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #started = 0

  constructor(
    private left: number,
    private readonly over: () => void,
  ) {
    this.#run()
  }

  hold(why: string): void {
    if (this.#holds.size === 0) {
      clearTimeout(this.#timer)
      this.left -= performance.now() - this.#started
    }
    this.#holds.add(why)
  }

  release(why: string): void {
    if (!this.#holds.delete(why) || this.#holds.size > 0) return
    this.left = Math.max(this.left, LEAST_MS)
    this.#run()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #run(): void {
    this.#started = performance.now()
    this.#timer = setTimeout(this.over, this.left)
  }
}
