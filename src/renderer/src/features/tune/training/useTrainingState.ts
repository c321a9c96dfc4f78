import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { TrainingRow } from '../../../../../core/contract/calls'

/** What a training run is doing. */
export function useTrainingState(): ComputedRef<(run: TrainingRow) => string> {
  const { t } = useI18n()
  return computed(() => {
    const states: Readonly<Record<TrainingRow['state'], string>> = {
      queued: t('tune.state.queued'),
      running: t('tune.state.running'),
      elsewhere: t('train.state.elsewhere'),
      paused: t('tune.state.paused'),
      finished: t('tune.state.finished'),
      failed: t('tune.state.failed'),
    }
    return ({ state, ahead }) => (ahead === undefined ? states[state] : t('tune.state.inLine', { ahead }, ahead))
  })
}
