import { watch } from 'vue'
import type { UnsavedView } from '../../../../core/contract/calls'
import { useSavingWords } from '../shell/useSavingWords'
import { useToasts } from './toasts'

const KEY = 'unsaved'

/**
 * One toast from the first failure to save until everything is saved. Once dismissed it stays away; the status bar still shows
 * the state.
 */
export function useSavingToast(unsaved: () => UnsavedView | undefined): void {
  const toasts = useToasts()
  const words = useSavingWords()
  watch(unsaved, (now, before) => {
    if (!now) return toasts.dismissKey(KEY)
    if (before && !toasts.list.some(({ key }) => key === KEY)) return
    const { title, next } = words(now)
    toasts.show({ kind: 'failure', key: KEY, title, detail: now.problem.message, advice: next })
  })
}
