import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

export interface Toast {
  readonly id: number
  readonly kind: 'failure' | 'notice'
  readonly title: string
  readonly detail?: string | undefined
  /** What to do now. */
  readonly advice?: string | undefined
  /** Something that can still be done about it, such as undoing it; the toast leaves when it is. */
  readonly action?: { readonly label: string; run(): void } | undefined
  /** How often the same thing happened while it was shown. */
  readonly times: number
}

/** More than this would cover the board; the oldest leave. */
export const MOST_TOASTS = 4
const NOTICE_MS = 5_000
/** With something to do in it a notice stays long enough to decide. */
const ACTION_MS = 15_000

/** What went wrong or was done, in the corner. Failures stay until dismissed; a repeated one is counted, not stacked. */
export const useToasts = defineStore('toasts', () => {
  const list = shallowRef<readonly Toast[]>([])
  let lastId = 0

  function show(toast: Omit<Toast, 'id' | 'times'>): void {
    const same = list.value.find(({ title, detail }) => title === toast.title && detail === toast.detail)
    // two actions of the same words do different things
    if (same && !same.action && !toast.action) {
      list.value = list.value.map(each => (each === same ? { ...each, times: each.times + 1 } : each))
      return
    }
    const id = ++lastId
    list.value = [...list.value, { ...toast, id, times: 1 }].slice(-MOST_TOASTS)
    if (toast.kind === 'notice') setTimeout(() => dismiss(id), toast.action ? ACTION_MS : NOTICE_MS)
  }

  function dismiss(id: number): void {
    list.value = list.value.filter(each => each.id !== id)
  }

  return { list, show, dismiss }
})
