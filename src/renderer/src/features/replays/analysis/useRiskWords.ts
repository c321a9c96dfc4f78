import { useI18n } from 'vue-i18n'
import { losesGame, type Risk } from '../../../../../core/games/twenty48/losingRisk'

/** Smaller risks would read as zero. */
export const LEAST_SHOWN = 0.001

/** Shown in place of a loss: the risks of a move that loses or risks the game, 0 … 1. */
export function useRiskWords(): (risk: Risk) => string {
  const { t, n } = useI18n()
  return ({ risk, ownRisk }) => {
    if (losesGame({ risk, ownRisk })) return t('mistakes.lostGame')
    return risk < LEAST_SHOWN
      ? t('mistakes.riskBelow', { share: n(LEAST_SHOWN, 'percent') })
      : t('mistakes.riskOf', { share: n(risk, 'percent') })
  }
}
