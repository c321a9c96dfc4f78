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

/** Refusals of what the user gave; a second try or another deed makes them pointless. */
const REFUSALS: readonly LabErrorCode[] = ['BAD_POSITION', 'BAD_SETTING', 'BAD_FILE', 'BAD_REQUEST', 'NAME_TAKEN', 'ILLEGAL_MOVE']

/** Failures not shown: cancelled work, and a lost connection, which the status bar reports. */
const STOPPED_OR_LOST: readonly LabErrorCode[] = ['CANCELLED', 'DISCONNECTED']

/**
 * Shows a failure as a toast.
 * @param quiet failures that need no toast: expected ones, or those shown elsewhere
 * @param screen 'any' for what concerns the whole lab; otherwise the screen that is open
 */
export function useFailureToast(quiet: readonly LabErrorCode[] = STOPPED_OR_LOST, screen?: 'any'): (failure: Failure) => void {
  const toasts = useToasts()
  const explain = useExplain()
  const navigation = useNavigation()
  const { t } = useI18n()
  return failure => {
    if (quiet.includes(failure.code)) return
    if (failure.code === 'ROWS_SET_ASIDE') {
      const action = { label: t('failures.rowsSetAside.show'), run: () => navigation.open({ screen: 'settings' }) }
      toasts.show({ kind: 'failure', key: SET_ASIDE, screen: 'any', ...explain(failure), action })
    } else {
      const refusal = REFUSALS.includes(failure.code)
      toasts.show({ kind: 'failure', refusal, ...(screen && { screen }), ...explain(failure) })
    }
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
    toasts.show({ kind: 'failure', key: KEY, screen: 'any', title, detail: now.problem.message, advice: next })
  })
}
