import type { Game, ActionId, Hidden } from '../../game/game'
import { actionName } from './actions'
import { makeText, parseText, readCells } from './notation'
import type { WarehouseOptions } from './options'
import { drawPackage, lyingCount, type Robot, type WarehouseState } from './position'
import { actions, apply, canDropOff, toAct } from './rules'
import { createRandom, MAX_SEED, type Random } from '../../random'
import { type Cell, drawCells, drawObstacles, freeCells } from '../grid'
import { asSetting, badSetting } from '../../settingChecks'

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

/** The first position of a game, drawn from a seed. */

/** Two for the robots, and two to go to. */
const FEWEST_CELLS = 4

/**
 * Draws, in this order: obstacles, robots, packages, stations, and the generator of the packages to come. Robots stand on different cells
 * and so do stations; otherwise several things may be on one cell, as in the source's framework.
 *
 * @throws {LabError} `BAD_SETTING`, of obstacles that leave no room
 */
function placeAll(options: WarehouseOptions, random: Random): WarehouseState {
  const { width, height, placeBlock, hidden, battery, steps, packages } = options
  const isBlocked = placeObstacles(options, random)
  const cells = freeCells(isBlocked)
  const robot = (cell: Cell): Robot => ({ cell, battery, credit: 0, load: undefined })
  const [a, b] = drawCells(cells, 2, random)
  const drawn = Array.from({ length: packages }, () => drawPackage(cells, random))
  const [station, other] = drawCells(cells, 2, random)
  return {
    floor: { width, height, stations: [station!, other!], isBlocked, placeBlock, hidden },
    robots: [robot(a!), robot(b!)],
    packages: drawn,
    turn: 0,
    steps: 2 * steps,
    spawns: drawSpawns(random),
  }
}

/** The state of a generator that no other draw of a game comes from. */
function drawSpawns(random: Random): string {
  return createRandom(Math.floor(random.next() * (MAX_SEED + 1))).state
}

/** By cell. @throws {LabError} `BAD_SETTING` */
function placeObstacles({ obstacles, ...grid }: WarehouseOptions, random: Random): readonly boolean[] {
  const cells = grid.width * grid.height
  const chosen = typeof obstacles === 'string' ? asSetting('obstacles', () => new Set(readCells(obstacles, grid))) : undefined
  const count = chosen?.size ?? (obstacles as number)
  if (cells - count < FEWEST_CELLS)
    throw badSetting('obstacles', `${count} of ${cells} cells leave fewer than ${FEWEST_CELLS} free`)
  return chosen ? Array.from({ length: cells }, (_, cell) => chosen.has(cell)) : drawObstacles(grid, count, random)
}
