import { useI18n } from 'vue-i18n'
import { ticTacToe } from '../../../../core/games/ticTacToe/game'
import type { GameView } from '../gameView'
import StateView from './StateView.vue'

export const ticTacToeView: GameView = {
  StateView,
  useName: () => useI18n().t('tree.games.ticTacToe'),
  example: { text: 'XO./.X./..O', lines: 1 },
  parse: text => ticTacToe.parse(text),
  title: state => state,
  useEdgeWords: () => edge => edge.words,
}
