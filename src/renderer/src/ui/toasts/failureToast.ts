import type { LabErrorCode } from '../../../../core/errors'
import { useI18n } from 'vue-i18n'
import { useExplain, type Failure } from '../words/explain'
import { useNavigation } from '../shell/navigation'
import { useToasts } from './toasts'
import { watch } from 'vue'
import type { UnsavedView } from '../../../../core/contract/calls'
import { useSavingWords } from '../words/explain'

/** Key of the toast about damaged rows. Settings, which lists them, dismisses it. */
export const SET_ASIDE = 'set aside'

/** Failures not shown: cancelled work, and a lost connection, which the status bar reports. */
const STOPPED_OR_LOST: readonly LabErrorCode[] = ['CANCELLED', 'DISCONNECTED']

/**
 * Shows a failure as a toast.
 * @param quiet failures that need no toast: expected ones, or those shown elsewhere
 */
export function useFailureToast(quiet: readonly LabErrorCode[] = STOPPED_OR_LOST): (failure: Failure) => void {
  const toasts = useToasts()
  const explain = useExplain()
  const navigation = useNavigation()
  const { t } = useI18n()
  return failure => {
    if (quiet.includes(failure.code)) return
    if (failure.code === 'ROWS_SET_ASIDE') {
      const action = { label: t('failures.rowsSetAside.show'), run: () => navigation.open({ screen: 'settings' }) }
      toasts.show({ kind: 'failure', key: SET_ASIDE, ...explain(failure), action })
    } else toasts.show({ kind: 'failure', ...explain(failure) })
  }
}

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
