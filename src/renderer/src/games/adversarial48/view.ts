import { useI18n } from 'vue-i18n'
import { adversarial48 } from '../../../../core/games/adversarial48/game'
import { useBoardEdgeWords } from '../boardWords'
import type { GameView } from '../gameView'
import StateView from './StateView.vue'

export const adversarial48View: GameView = {
  StateView,
  parse: text => adversarial48.parse(text),
  title: state => state,
  /** A slide is its own word. */
  useEdgeWords() {
    const words = useBoardEdgeWords()
    return edge => (edge.notation.includes('@') ? words(edge) : edge.words)
  },
  useRuleWords() {
    const { t } = useI18n()
    return { randomTiles: t('adversarial48.rules.randomTiles') }
  },
}
