import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { RunState } from '../../../../../core/contract/storedRuns'

export function useRunStates(): ComputedRef<Readonly<Record<RunState, string>>> {
  const { t } = useI18n()
  return computed(() => ({
    queued: t('tune.state.queued'),
    running: t('tune.state.running'),
    paused: t('tune.state.paused'),
    finished: t('tune.state.finished'),
    stopped: t('tune.state.stopped'),
    failed: t('tune.state.failed'),
  }))
}
