import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { SearcherId } from '../../../../core/search/registry'
import { useWrappingWords } from './useWrappingWords'

/** Names of searchers and their wrappers. */
export function useSearchNames() {
  const { t } = useI18n()
  const searchers = computed((): Readonly<Record<SearcherId, string>> => ({
    minimax: t('tree.searchers.minimax'),
    alphaBeta: t('tree.searchers.alphaBeta'),
    pvs: t('tree.searchers.pvs'),
    expectimax: t('tree.searchers.expectimax'),
    mcts: t('tree.searchers.mcts'),
    sampling: t('tree.searchers.sampling'),
    star1: t('tree.searchers.star1'),
    star2: t('tree.searchers.star2'),
    maxN: t('tree.searchers.maxN'),
    paranoid: t('tree.searchers.paranoid'),
    helpNext: t('tree.searchers.helpNext'),
    coalition: t('tree.searchers.coalition'),
    greedy: t('tree.searchers.greedy'),
    random: t('tree.searchers.random'),
  }))
  return {
    searcher: (id: SearcherId): string => searchers.value[id],
    searchers,
    ...useWrappingWords(),
  }
}
