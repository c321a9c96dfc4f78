import { useI18n } from 'vue-i18n'
import { MOVES, SIDE } from '../../../../core/games/twenty48/board'
import { twenty48 } from '../../../../core/games/twenty48/game'
import { makePosition, parseSpawn } from '../../../../core/games/twenty48/notation'
import { useMoveNames } from '../../ui/board/moves'
import { useNames } from '../../ui/player/useNames'
import type { GameView } from '../gameView'
import StateView from './StateView.vue'

export const twenty48View: GameView = {
  StateView,
  parse: text => twenty48.parse(text),
  title: state => makePosition(twenty48.parse(state).board),
  useEdgeWords() {
    const { t } = useI18n()
    const names = useMoveNames()
    /** "Left", "a 4 in row 2, column 3". */
    return ({ notation }) => {
      const move = MOVES.find(each => each === notation)
      if (move) return names.value[move]
      const { cell, rank } = parseSpawn(notation)
      return t('tree.tileWords', { tile: 2 ** rank, row: Math.floor(cell / SIDE) + 1, column: (cell % SIDE) + 1 })
    }
  },
  useTermNames: useNames,
}
