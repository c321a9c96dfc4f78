import { twenty48 } from '../../../../core/games/twenty48/game'
import { makePosition } from '../../../../core/games/twenty48/notation'
import { useBoardEdgeWords } from '../boardWords'
import type { GameView } from '../gameView'
import StateView from './StateView.vue'

export const twenty48View: GameView = {
  StateView,
  parse: text => twenty48.parse(text),
  title: state => makePosition(twenty48.parse(state).board),
  useEdgeWords: useBoardEdgeWords,
}
