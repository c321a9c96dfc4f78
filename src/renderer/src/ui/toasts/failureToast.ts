import type { LabErrorCode, LabErrorData } from '../../../../core/errors'
import { useI18n } from 'vue-i18n'
import { useExplain } from '../words/explain'
import { useNavigation } from '../shell/navigation'
import { useToasts } from './toasts'

/** Of the one toast about damaged rows. Settings dismisses it, where they are listed. */
export const SET_ASIDE = 'set aside'

/** What was asked to stop, or cannot be told: the status bar says that a connection is lost. */
const STOPPED_OR_LOST: readonly LabErrorCode[] = ['CANCELLED', 'DISCONNECTED']

/**
 * Tells a failure in the corner of the window.
 *
 * @param quiet failures of which nobody needs to read there; those that a person asked for, or sees elsewhere
 */
export function useFailureToast(
  quiet: readonly LabErrorCode[] = STOPPED_OR_LOST,
): (failure: Pick<LabErrorData, 'code' | 'message'>) => void {
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
