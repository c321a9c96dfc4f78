import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { createRandom } from '../../../../core/random'
import { warehouse } from '../../../../core/games/warehouse/game'
import { ROBOTS, USUAL_OPTIONS, lyingCount } from '../../../../core/games/warehouse/position'
import type { GameView } from '../gameView'
import { placeOfAction } from './drawing'
import StateView from './StateView.vue'
import { paintGrid } from '../../ui/board/paintGrid'
import type { Painter } from '../../ui/board/brush'

/** The floor of `StateView`, without the lines below it: a carried package is a dot on its robot. */
const paintWarehouse: Painter = (brush, state) => {
  const position = warehouse.parse(state)
  const { floor, robots, packages } = position
  const grid = paintGrid(brush, floor.width, floor.height)
  floor.isBlocked.forEach((its, cell) => its && grid.fill(cell, 'line-strong'))
  floor.stations.forEach(cell => grid.fill(cell, 'select-soft'))
  packages.slice(0, lyingCount(position)).forEach(({ from, to }, i) => {
    grid.disc(to, undefined, 'ink', String(i + 1), 'ink')
    grid.square(from, 'panel', 'ink', String(i + 1), 'ink')
  })
  robots.forEach(({ cell, load }, i) => {
    const paint = i === 0 ? grid.disc : grid.square
    paint(cell, i === 0 ? 'series-1' : 'series-2', undefined, ROBOTS[i]!, 'panel')
    if (load) grid.dot(cell, 'panel')
  })
}

export const warehouseView: GameView = {
  StateView,
  paint: paintWarehouse,
  useName: () => useI18n().t('tree.games.warehouse'),
  opponents: ['alphaBeta:improved:depth=3', 'mcts:nodes=1000'],
  example: { text: warehouse.format(warehouse.start(USUAL_OPTIONS, createRandom(1))), lines: 4 },
  parse: text => warehouse.parse(text),
  /** Shows only the fields of the two robots. */
  title: state =>
    state
      .split(' ')
      .filter(field => /^[AB]=/.test(field))
      .join(' '),
  placeOf: (text, edge) => placeOfAction(warehouse.parse(text), edge),
  arrows: { north: 'up', south: 'down', west: 'left', east: 'right' },
  useAgentNames() {
    const { t } = useI18n()
    return ROBOTS.map(robot => t('warehouse.agent', { robot }))
  },
  useEdgeWords: () => edge => edge.words,
  useRuleWords() {
    const { t } = useI18n()
    return {
      width: t('warehouse.rules.width'),
      height: t('warehouse.rules.height'),
      obstacles: t('warehouse.rules.obstacles'),
      placeBlock: t('warehouse.rules.placeBlock'),
      steps: t('warehouse.rules.steps'),
      packages: t('warehouse.rules.packages'),
      battery: t('warehouse.rules.battery'),
      hidden: t('warehouse.rules.hidden'),
    }
  },
  useHeuristicNames() {
    const { t } = useI18n()
    return {
      creditDifference: t('warehouse.heuristics.creditDifference'),
      improved: t('warehouse.heuristics.improved'),
    }
  },
  useTermNames() {
    const { t } = useI18n()
    return computed(() => ({
      ownCredit: t('warehouse.terms.ownCredit'),
      otherCredit: t('warehouse.terms.otherCredit'),
      h0: t('warehouse.terms.h0'),
      h1: t('warehouse.terms.h1'),
      h2: t('warehouse.terms.h2'),
      h3: t('warehouse.terms.h3'),
      h4: t('warehouse.terms.h4'),
      creditDifference: t('warehouse.terms.creditDifference'),
      battery: t('warehouse.terms.battery'),
      carried: t('warehouse.terms.carried'),
      nearest: t('warehouse.terms.nearest'),
      credit: t('warehouse.terms.credit'),
      distance: t('warehouse.terms.distance'),
      charge: t('warehouse.terms.charge'),
      chargeDivisor: t('warehouse.terms.chargeDivisor'),
    }))
  },
}
