import { ticTacToe } from '../../../../core/games/ticTacToe/game'
import type { GameView } from '../gameView'
import StateView from './StateView.vue'

export const ticTacToeView: GameView = {
  StateView,
  parse: text => ticTacToe.parse(text),
  title: state => state,
  useEdgeWords: () => edge => edge.words,
}
