import { useI18n } from 'vue-i18n'
import type { ExpertReport } from '../../../../core/games/twenty48/search/report'

/** What an expert found, in words. */
export function useExpertWords() {
  const { t, n } = useI18n()

  /** Why it decides, or why not. */
  function reason(expert: ExpertReport): string {
    const { decides, walls, settings, chances } = expert
    const { target, layers, below } = settings
    const best = Math.max(...Object.values(chances).map(chance => chance ?? -1)) // illegal, or not searched
    if (best < 0 || (!decides && best >= below)) return t('search.expertStopped')
    const told = { chance: n(best, 'percent'), tile: n(2 ** target, 'integer') }
    return decides
      ? t('search.expertDecides', { ...told, walls, layers })
      : t('search.expertYields', { ...told, below: n(below, 'percent') })
  }

  return { reason }
}
