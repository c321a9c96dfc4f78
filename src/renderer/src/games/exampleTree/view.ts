import { useI18n } from 'vue-i18n'
import { exampleTree } from '../../../../core/games/exampleTree/game'
import type { GameView } from '../gameView'
import StateView from './StateView.vue'

export const exampleTreeView: GameView = {
  StateView,
  useName: () => useI18n().t('tree.games.exampleTree'),
  /** The example of most textbooks. */
  example: { text: '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))', lines: 4 },
  parse: text => exampleTree.parse(text),
  title: state => state,
  useEdgeWords() {
    const { t } = useI18n()
    return ({ words }) => t('tree.child', { number: words })
  },
}
