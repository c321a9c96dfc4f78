import { LabError, type LabErrorCode } from '../../../../core/errors'
import { useExplain } from '../../ui/explain'
import { useToasts } from '../../ui/toasts/toasts'

/** What was asked to stop, or cannot be told, needs no toast: the status bar says that a connection is lost. */
const QUIET: ReadonlySet<LabErrorCode> = new Set(['CANCELLED', 'DISCONNECTED'])

/** Waits for an answer of the lab; `undefined` where it is a failure, which becomes a toast. */
export function useAttempt(): <T>(work: Promise<T>) => Promise<T | undefined> {
  const toasts = useToasts()
  const explain = useExplain()
  return async work => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      if (!QUIET.has(error.code)) toasts.show({ kind: 'failure', ...explain(error) })
      return undefined
    }
  }
}
