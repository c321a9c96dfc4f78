import { useI18n } from 'vue-i18n'
import { cantGoBack } from '../../../../core/games/cantGoBack/game'
import type { GameView } from '../gameView'
import StateView from './StateView.vue'

export const cantGoBackView: GameView = {
  StateView,
  parse: text => cantGoBack.parse(text),
  /** Without the board. */
  title: state => state.split(' ').slice(1, 3).join(' '),
  useEdgeWords: () => edge => edge.words,
  useRuleWords() {
    const { t } = useI18n()
    return {
      board: t('cantGoBack.rules.board'),
      width: t('cantGoBack.rules.width'),
      height: t('cantGoBack.rules.height'),
      blocked: t('cantGoBack.rules.blocked'),
      fruits: t('cantGoBack.rules.fruits'),
      maxFruit: t('cantGoBack.rules.maxFruit'),
      fruitTime: t('cantGoBack.rules.fruitTime'),
      penalty: t('cantGoBack.rules.penalty'),
      alwaysPenalty: t('cantGoBack.rules.alwaysPenalty'),
    }
  },
  useHeuristicNames() {
    const { t } = useI18n()
    return {
      scoreDifference: t('cantGoBack.heuristics.scoreDifference'),
      heavy: t('cantGoBack.heuristics.heavy'),
      heavyWithoutFruits: t('cantGoBack.heuristics.heavyWithoutFruits'),
      nearestFruit: t('cantGoBack.heuristics.nearestFruit'),
      onwardMoves: t('cantGoBack.heuristics.onwardMoves'),
    }
  },
}
