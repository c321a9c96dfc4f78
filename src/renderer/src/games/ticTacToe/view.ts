import { useI18n } from 'vue-i18n'
import { ticTacToe } from '../../../../core/games/ticTacToe/game'
import type { GameView } from '../gameView'
import { paintTicTacToe } from './paint'
import StateView from './StateView.vue'

export const ticTacToeView: GameView = {
  StateView,
  paint: paintTicTacToe,
  useName: () => useI18n().t('tree.games.ticTacToe'),
  example: { text: 'XO./.X./..O', lines: 1 },
  parse: text => ticTacToe.parse(text),
  title: state => state,
  placeOf: (_, cell) => ({ x: (cell % 3) / 3, y: Math.floor(cell / 3) / 3, width: 1 / 3, height: 1 / 3 }),
  useAgentNames: () => ['X', 'O'],
  useEdgeWords: () => edge => edge.words,
}
