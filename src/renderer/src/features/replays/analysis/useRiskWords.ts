import { useI18n } from 'vue-i18n'
import { losesGame, type Risk } from '../../../../../core/games/twenty48/losingRisk'

/** Smaller ones would read as none. */
export const LEAST_SHOWN = 0.001

/** In the place of a loss: a slide that loses the game or risks it, by its risks, 0 … 1. */
export function useRiskWords(): (risk: Risk) => string {
  const { t, n } = useI18n()
  return ({ risk, ownRisk }) => {
    if (losesGame({ risk, ownRisk })) return t('mistakes.lostGame')
    return risk < LEAST_SHOWN
      ? t('mistakes.riskBelow', { share: n(LEAST_SHOWN, 'percent') })
      : t('mistakes.riskOf', { share: n(risk, 'percent') })
  }
}
