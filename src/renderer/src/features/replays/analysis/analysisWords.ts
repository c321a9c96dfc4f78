import { useI18n } from 'vue-i18n'
import type { Player } from '../../../../../core/games/twenty48/player'
import { useProfiles } from '../../../bridge/profiles'
import { losesGame, type Risk } from '../../../../../core/games/twenty48/losingRisk'

/** A player in a few words: its original profile and its limits. */
export function usePlayerWords(): (profile: string, player: Player) => string {
  const { t, n } = useI18n()
  const { titleOf } = useProfiles()
  return (profile, { limits: { depth, nodes, ms }, evaluator }) => {
    const words = [
      depth === 'distinct' && t('mistakes.depthDistinct'),
      depth === 'empty' && t('mistakes.depthEmpty'),
      typeof depth === 'number' && t('mistakes.depth', { depth }),
      nodes !== undefined && t('mistakes.nodes', { nodes: n(nodes, 'integer') }),
      ms !== undefined && t('mistakes.time', { ms: n(ms, 'size') }),
    ]
    return [profile ? titleOf(profile) : evaluator.family, ...words.filter(word => word !== false)].join(', ')
  }
}

/** Smaller risks would read as zero. */
export const LEAST_SHARE = 0.001

/** Shown in place of a loss: the risks of a move that loses or risks the game, 0 … 1. */
export function useRiskWords(): (risk: Risk) => string {
  const { t, n } = useI18n()
  return ({ risk, ownRisk }) => {
    if (losesGame({ risk, ownRisk })) return t('mistakes.lostGame')
    return risk < LEAST_SHARE
      ? t('mistakes.riskBelow', { share: n(LEAST_SHARE, 'percent') })
      : t('mistakes.riskOf', { share: n(risk, 'percent') })
  }
}
