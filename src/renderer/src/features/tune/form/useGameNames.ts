import { useI18n } from 'vue-i18n'
import type { GameObjective } from '../../../../../core/tuning/gameObjective'

/** What the games are called that have weights to tune. */
export function useGameNames(): (game: GameObjective['game']) => string {
  const { t } = useI18n()
  return game =>
    ({
      ticTacToe: t('tree.games.ticTacToe'),
      exampleTree: t('tree.games.exampleTree'),
      warehouse: t('tree.games.warehouse'),
      cantGoBack: t('tree.games.cantGoBack'),
      adversarial48: t('tree.games.adversarial48'),
    })[game]
}
