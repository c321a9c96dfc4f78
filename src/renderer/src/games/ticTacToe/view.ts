import { useI18n } from 'vue-i18n'
import { ticTacToe } from '../../../../core/games/ticTacToe/game'
import type { GameView } from '../gameView'
import StateView from './StateView.vue'
import type { Painter } from '../../ui/board/brush'

/** A drawing of `StateView` in thirds of the side. */
const paintTicTacToe: Painter = ({ pen, side, colour }, state) => {
  const cell = side / 3
  pen.fillStyle = colour('panel')
  pen.strokeStyle = colour('line-strong')
  pen.lineWidth = Math.max(0.6, side / 50)
  pen.beginPath()
  pen.roundRect(pen.lineWidth / 2, pen.lineWidth / 2, side - pen.lineWidth, side - pen.lineWidth, side * 0.06)
  pen.fill()
  for (const at of [cell, 2 * cell]) {
    pen.moveTo(at, side * 0.05)
    pen.lineTo(at, side * 0.95)
    pen.moveTo(side * 0.05, at)
    pen.lineTo(side * 0.95, at)
  }
  pen.stroke()
  pen.lineWidth = Math.max(1, side / 22)
  pen.lineCap = 'round'
  ;[...state.replaceAll('/', '')].forEach((mark, i) => {
    const [x, y] = [((i % 3) + 0.5) * cell, (Math.floor(i / 3) + 0.5) * cell]
    const reach = cell * 0.26
    pen.beginPath()
    if (mark === 'X') {
      pen.strokeStyle = colour('select')
      pen.moveTo(x - reach, y - reach)
      pen.lineTo(x + reach, y + reach)
      pen.moveTo(x + reach, y - reach)
      pen.lineTo(x - reach, y + reach)
    } else if (mark === 'O') {
      pen.strokeStyle = colour('series-2')
      pen.arc(x, y, cell * 0.28, 0, 2 * Math.PI)
    }
    pen.stroke()
  })
}

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
