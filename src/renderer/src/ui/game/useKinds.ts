import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { GameKind } from '../../../../core/contract/stored'

/** Words for who played. */
export function useKinds(): ComputedRef<Readonly<Record<GameKind, string>>> {
  const { t } = useI18n()
  return computed(() => ({
    person: t('library.person'),
    engine: t('library.engine'),
    bench: t('library.bench'),
    import: t('library.import'),
  }))
}
