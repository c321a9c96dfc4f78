import type { LabErrorCode, LabErrorData } from '../../../../core/errors'
import { useExplain } from '../explain'
import { useToasts } from './toasts'

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
  return failure => {
    if (!quiet.includes(failure.code)) toasts.show({ kind: 'failure', ...explain(failure) })
  }
}
