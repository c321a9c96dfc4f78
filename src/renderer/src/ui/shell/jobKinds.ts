import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { JobView } from '../../../../core/contract/calls'

/** Names for the kinds of long jobs. */
export function useJobKinds(): ComputedRef<Readonly<Record<JobView['kind'], string>>> {
  const { t } = useI18n()
  return computed(() => ({
    analysis: t('jobs.analysis'),
    replay: t('jobs.replay'),
    tree: t('jobs.tree'),
    playouts: t('jobs.playouts'),
    tuning: t('jobs.tuning'),
    training: t('jobs.training'),
    bench: t('jobs.bench'),
    import: t('jobs.import'),
    data: t('jobs.data'),
    arena: t('jobs.arena'),
  }))
}
