import { useI18n } from 'vue-i18n'
import { type TreeNode, exampleTree } from '../../../../core/games/exampleTree/game'
import type { GameView } from '../gameView'
import type { Sketch } from '../../ui/tree/sketch'
import StateView from './StateView.vue'

export const exampleTreeView: GameView = {
  StateView,
  sketch: state => sketchOf(exampleTree.parse(state)),
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

function sketchOf({ turn, children, chances, agents }: TreeNode): Sketch {
  return {
    kind: turn === 'over' ? 'leaf' : turn === 'chance' ? 'chance' : agents > 2 ? 'agent' : turn === 0 ? 'max' : 'min',
    ...(typeof turn === 'number' && agents > 2 && { agent: turn }),
    children: children.map((child, id) => ({
      edge: { id, words: String(id + 1), notation: String(id + 1) },
      ...(turn === 'chance' && { chance: chances[id]! }),
      node: sketchOf(child),
    })),
  }
}
