import { useI18n } from 'vue-i18n'
import type { Wrapping } from '../../../../core/search/searcher'

/** Labels for the choices of searchers' wrappers. */
export function useWrappingWords() {
  const { t } = useI18n()
  return {
    deepening: (its: NonNullable<Wrapping['deepening']>): string =>
      ({ contract: t('search.wrapping.contract'), interruptible: t('search.wrapping.interruptible') })[its],
    order: (its: NonNullable<Wrapping['order']>): string =>
      ({ static: t('search.wrapping.static'), dynamic: t('search.wrapping.dynamic') })[its],
  }
}
