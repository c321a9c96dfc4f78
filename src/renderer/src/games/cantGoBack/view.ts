import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { cantGoBack } from '../../../../core/games/cantGoBack/game'
import { USUAL_OPTIONS, fruitOn } from '../../../../core/games/cantGoBack/position'
import { createRandom } from '../../../../core/random'
import type { GameView } from '../gameView'
import { boxOf } from '../gameView'
import StateView from './StateView.vue'
import { paintGrid } from '../../ui/board/paintGrid'
import type { Painter } from '../../ui/board/brush'

const PLAYER_TOKENS = ['series-1', 'series-2', 'series-3', 'series-4'] as const

/** The board of `StateView`, without the lines below it. */
const paintCantGoBack: Painter = (brush, state) => {
  const { board, cells, isClosed, ...position } = cantGoBack.parse(state)
  const grid = paintGrid(brush, board.width, board.height)
  isClosed.forEach((its, cell) => its && !cells.includes(cell) && grid.fill(cell, 'line-strong'))
  board.fruits.forEach((_, cell) => {
    const value = fruitOn({ board, cells, isClosed, ...position }, cell)
    if (value > 0) grid.disc(cell, 'select-soft', 'select', String(value), 'ink')
  })
  const marks = [grid.disc, grid.square, grid.diamond, grid.triangle]
  cells.forEach((cell, i) => marks[i]!(cell, PLAYER_TOKENS[i], undefined, String(i + 1), 'panel'))
}

export const cantGoBackView: GameView = {
  StateView,
  paint: paintCantGoBack,
  useName: () => useI18n().t('tree.games.cantGoBack'),
  opponents: ['alphaBeta:heavy:depth=3', 'mcts:nodes=1000'],
  example: { text: cantGoBack.format(cantGoBack.start(USUAL_OPTIONS, createRandom(1))), lines: 4 },
  parse: text => cantGoBack.parse(text),
  /** Without the board. */
  title: state => state.split(' ').slice(1, 3).join(' '),
  placeOf(text, edge) {
    const { board, cells, turn } = cantGoBack.parse(text)
    const from = cells[turn]!
    return boxOf(board, board.neighbours[from]![edge] ?? from)
  },
  arrows: { up: 'up', down: 'down', left: 'left', right: 'right' },
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
      players: t('cantGoBack.rules.players'),
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
  useTermNames() {
    const { t } = useI18n()
    return computed(() => ({
      firstScore: t('cantGoBack.terms.firstScore'),
      secondScore: t('cantGoBack.terms.secondScore'),
      bestOtherScore: t('cantGoBack.terms.bestOtherScore'),
      score: t('cantGoBack.terms.score'),
      fruits: t('cantGoBack.terms.fruits'),
      reachable: t('cantGoBack.terms.reachable'),
      steps: t('cantGoBack.terms.steps'),
      road: t('cantGoBack.terms.road'),
    }))
  },
}
