import { useI18n } from 'vue-i18n'
import { bestChance, type ExpertReport } from '../../../../core/games/twenty48/search/report'

/** What an expert found, in words. */
export function useExpertWords() {
  const { t, n } = useI18n()

  /** Why it decides, or why not. */
  function reason(expert: ExpertReport): string {
    const { decides, walls, settings } = expert
    const { target, layers, below } = settings
    const best = bestChance(expert)
    if (best === undefined || (!decides && best >= below)) return t('search.expertStopped')
    const facts = { chance: n(best, 'percent'), tile: n(2 ** target, 'integer') }
    return decides
      ? t('search.expertDecides', { ...facts, walls, layers })
      : t('search.expertYields', { ...facts, below: n(below, 'percent') })
  }

  return { reason }
}
