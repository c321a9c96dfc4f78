import { h } from 'vue'
import { useI18n } from 'vue-i18n'
import { twenty48, weightsOf } from '../../../../core/games/twenty48/game'
import { makePosition } from '../../../../core/games/twenty48/notation'
import { slidePlace, spawnPlace, useBoardEdgeWords } from '../boardWords'
import { useNames } from '../../ui/player/playerWords'
import type { GameView } from '../gameView'
import TileBoard from '../../ui/board/TileBoard.vue'
import { type Painter, paintBoard } from '../../ui/board/brush'

export const paintTwenty48: Painter = (brush, state) => paintBoard(brush, twenty48.parse(state).board, brush.side)

export const twenty48View: GameView = {
  /** A board, or an afterstate. */
  StateView: ({ state, name }: { state: string; name?: string }) => h(TileBoard, { board: twenty48.parse(state).board, name }),
  paint: paintTwenty48,
  useName: () => useI18n().t('tree.games.twenty48'),
  example: { text: '1212212112122103', lines: 1 },
  parse: text => twenty48.parse(text),
  title: state => makePosition(twenty48.parse(state).board),
  placeOf: (state, edge) => (twenty48.parse(state).turn === 0 ? slidePlace(edge) : spawnPlace(edge)),
  arrows: { up: 'up', down: 'down', left: 'left', right: 'right' },
  useEdgeWords: useBoardEdgeWords,
  useTermNames: useNames,
  useHeuristicNames() {
    const { t } = useI18n()
    return {
      handTuned: t('names.handTuned'),
      thesis: t('names.thesis'),
      'thesis-letter': t('names.thesisLetter'),
      power: t('names.power'),
      positional: t('names.positional'),
    }
  },
  heuristicOfProfile: evaluator => (evaluator.family === 'network' ? undefined : weightsOf(evaluator)),
}
