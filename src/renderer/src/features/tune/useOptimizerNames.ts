import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { RunRow } from '../../../../core/contract/calls'

export function useOptimizerNames(): ComputedRef<Readonly<Record<RunRow['optimizer'], string>>> {
  const { t } = useI18n()
  return computed(() => ({
    thesis: t('tune.optimizer.thesis'),
    inertia: t('tune.optimizer.inertia'),
    constriction: t('tune.optimizer.constriction'),
    spso2011: t('tune.optimizer.spso2011'),
    cmaes: t('tune.optimizer.cmaes'),
    random: t('tune.optimizer.random'),
    grid: t('tune.optimizer.grid'),
  }))
}
