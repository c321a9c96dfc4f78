import type { Game, ActionId, Hidden } from '../../game/game'
import { actionName } from './actions'
import { makeText, parseText } from './notation'
import type { WarehouseOptions } from './options'
import { placeAll, drawSpawns } from './placements'
import { type WarehouseState, drawPackage, lyingCount } from './position'
import { actions, apply, canDropOff, toAct } from './rules'
import type { Random } from '../../random'
import { freeCells } from '../grid'

const NOTHING = [0, 0]

/** A robot's view if waiting packages are hidden: everything except these and later packages. */
export interface WarehouseView {
  /** Without packages that wait. */
  readonly seen: Omit<WarehouseState, 'spawns'>
  /** Number of waiting packages. */
  readonly waiting: number
  /** If nothing is hidden: the packages to come. */
  readonly toCome: Pick<WarehouseState, 'packages' | 'spawns'> | undefined
}

/** Both robots see the same. Each choice of cells for the packages that wait is equally likely. */
const hidden: Hidden<WarehouseState, WarehouseView> = {
  view(state) {
    const { spawns, packages, ...seen } = state
    const lying = lyingCount(state)
    return {
      seen: { ...seen, packages: packages.slice(0, lying) },
      waiting: packages.length - lying,
      toCome: state.floor.hidden ? undefined : { packages, spawns },
    }
  },
  actions: ({ seen }): readonly ActionId[] => actions({ ...seen, spawns: '' }),
  sample({ seen, waiting, toCome }: WarehouseView, random: Random): WarehouseState {
    if (toCome) return { ...seen, ...toCome }
    const cells = freeCells(seen.floor.isBlocked)
    const drawn = Array.from({ length: waiting }, () => drawPackage(cells, random))
    return { ...seen, packages: [...seen.packages, ...drawn], spawns: drawSpawns(random) }
  },
  /** The position itself where nothing is hidden; otherwise there are too many. */
  worlds: ({ seen, toCome }) => (toCome ? [{ weight: 1, state: { ...seen, ...toCome } }] : undefined),
}

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
