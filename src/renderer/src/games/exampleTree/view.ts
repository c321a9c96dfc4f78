import { useI18n } from 'vue-i18n'
import { exampleTree } from '../../../../core/games/exampleTree/game'
import type { GameView } from '../gameView'
import StateView from './StateView.vue'

export const exampleTreeView: GameView = {
  StateView,
  parse: text => exampleTree.parse(text),
  title: state => state,
  useEdgeWords() {
    const { t } = useI18n()
    return ({ words }) => t('tree.child', { number: words })
  },
}
