import type { Game } from '../../game/game'
import { actionName } from './actions'
import { hidden, type WarehouseView } from './hidden'
import { makeText, parseText } from './notation'
import type { WarehouseOptions } from './options'
import { placeAll } from './placements'
import type { WarehouseState } from './position'
import { actions, apply, canDropOff, toAct } from './rules'

const NOTHING = [0, 0]

/** Two robots in a warehouse; the result is the difference of their credits. There is no chance: a seed fixes all that is to come. */
export const warehouse: Game<WarehouseState, WarehouseOptions, WarehouseView> = {
  id: 'warehouse',
  start: placeAll,
  agents: () => 2,
  toAct,
  actions,
  apply: (state, action) => ({ state: apply(state, action), rewards: NOTHING }),
  outcomes: () => [],
  utilities({ robots: [a, b] }) {
    const difference = a.credit - b.credit
    return [difference, 0 - difference]
  },
  mostActions: ({ steps }) => Math.ceil(steps / 2),
  key: makeText,
  hidden,
  isNoisy: canDropOff,
  parse: parseText,
  format: makeText,
  words: ({ floor }, edge) => actionName(floor, edge),
}
