import { useI18n } from 'vue-i18n'
import type { Player } from '../../../../../core/games/twenty48/player'

/** A player in a few words: its original profile and its limits. */
export function usePlayerWords(): (profile: string, player: Player) => string {
  const { t, n } = useI18n()
  return (profile, { limits: { depth, nodes, ms }, evaluator }) => {
    const words = [
      depth === 'distinct' && t('mistakes.depthDistinct'),
      depth === 'empty' && t('mistakes.depthEmpty'),
      typeof depth === 'number' && t('mistakes.depth', { depth }),
      nodes !== undefined && t('mistakes.nodes', { nodes: n(nodes, 'integer') }),
      ms !== undefined && t('mistakes.time', { ms: n(ms, 'size') }),
    ]
    return [profile || evaluator.family, ...words.filter(word => word !== false)].join(', ')
  }
}
