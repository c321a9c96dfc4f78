import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { adversarial48 } from '../../../../core/games/adversarial48/game'
import { slidePlace, spawnPlace, useBoardEdgeWords } from '../boardWords'
import { USUAL_OPTIONS } from '../../../../core/games/adversarial48/position'
import { createRandom } from '../../../../core/random'
import type { GameView } from '../gameView'
import StateView from './StateView.vue'
import { type Painter, paintBoard } from '../../ui/board/brush'

const paintAdversarial48: Painter = (brush, state) => paintBoard(brush, adversarial48.parse(state).board, brush.side)

export const adversarial48View: GameView = {
  StateView,
  paint: paintAdversarial48,
  useName: () => useI18n().t('tree.games.adversarial48'),
  // the deeper of two: random playouts never reach a 2048
  opponents: ['alphaBeta:depth=5', 'alphaBeta:depth=3'],
  example: { text: adversarial48.format(adversarial48.start(USUAL_OPTIONS, createRandom(1))), lines: 1 },
  parse: text => adversarial48.parse(text),
  title: state => state,
  placeOf: (state, edge) => (adversarial48.parse(state).turn === 'player' ? slidePlace(edge) : spawnPlace(edge)),
  arrows: { up: 'up', down: 'down', left: 'left', right: 'right' },
  useAgentNames() {
    const { t } = useI18n()
    return [t('adversarial48.agents.player'), t('adversarial48.agents.computer')]
  },
  /** A move is its own word. */
  useEdgeWords() {
    const words = useBoardEdgeWords()
    return edge => (edge.notation.includes('@') ? words(edge) : edge.words)
  },
  useHeuristicNames() {
    const { t } = useI18n()
    return {
      rival: t('adversarial48.heuristics.rival'),
      rivalText8: t('adversarial48.heuristics.rivalText8'),
      rivalText4: t('adversarial48.heuristics.rivalText4'),
    }
  },
  useTermNames() {
    const { t } = useI18n()
    return computed(() => ({
      score: t('adversarial48.terms.score'),
      emptyCells: t('adversarial48.terms.emptyCells'),
      clustering: t('adversarial48.terms.clustering'),
    }))
  },
  useRuleWords() {
    const { t } = useI18n()
    return { randomTiles: t('adversarial48.rules.randomTiles') }
  },
}
