/** A robot's view if waiting packages are hidden: everything except these and later packages. */
import type { Random } from '../../random'
import type { ActionId, Hidden } from '../../game/game'
import { drawSpawns } from './placements'
import { freeCells } from '../grid'
import { drawPackage, lyingCount, type WarehouseState } from './position'
import { actions } from './rules'

export interface WarehouseView {
  /** Without packages that wait. */
  readonly seen: Omit<WarehouseState, 'spawns'>
  /** Number of waiting packages. */
  readonly waiting: number
  /** If nothing is hidden: the packages to come. */
  readonly toCome: Pick<WarehouseState, 'packages' | 'spawns'> | undefined
}

/** Both robots see the same. Each choice of cells for the packages that wait is equally likely. */
export const hidden: Hidden<WarehouseState, WarehouseView> = {
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
