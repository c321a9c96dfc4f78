import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { SearchSettings } from '../../../../core/search/settings'

interface SettingWords {
  readonly leaf: Readonly<Record<SearchSettings['leaf'], string>>
  readonly points: Readonly<Record<SearchSettings['points'], string>>
  readonly table: Readonly<Record<SearchSettings['table'], string>>
}

/** The choices of a search's settings in words, in display order. */
export function useSettingWords(): ComputedRef<SettingWords> {
  const { t } = useI18n()
  return computed(() => ({
    leaf: { afterstate: t('search.leafAfterstate'), spawned: t('search.leafSpawned') },
    points: { ignored: t('search.pointsIgnored'), added: t('search.pointsAdded') },
    table: { off: t('search.tableOff'), exact: t('search.tableExact'), deeper: t('search.tableDeeper') },
  }))
}
