/**
 * The rules of the warehouse. Two robots carry packages for credit and spend battery; more credit wins.
 *
 * Source: course work "warehouse robots" (Technion 236501), and the framework it was written for: 20 units of battery, 4 packages, 4,761
 * steps each, no move onto the other robot, parking only without battery. Where these are silent, the rules are our decisions:
 * - Robot A begins. They alternate until the end; a robot without battery parks, or does what can be done where it stands.
 * - A package's destination is never its origin. Of two packages on one cell the one that came first is picked up.
 * - A robot that has battery and cannot do anything else, which walls and blocks can bring about, parks.
 * - A block costs 1 battery, as a move does. It may be on any cell that has neither robot nor block, so that 5 × 5 cells give the source's 23
 *   actions. It stays, also on packages, destinations and stations, which are out of reach then; later packages come to free cells.
 */
import type { ActionId, Game, Hidden, Turn } from '../../game/game'
import { makeText, parseText, readCells } from './notation'
import {
  BLOCK,
  CHARGE,
  DROP_OFF,
  PARK,
  PICK_UP,
  type Package,
  ROBOTS,
  type Robot,
  type WarehouseOptions,
  type WarehouseState,
  actionName,
  drawPackage,
  lyingCount,
  rewardOf,
} from './position'
import { MAX_SEED, type Random, createRandom, restoreRandom } from '../../random'
import { type Cell, drawCells, drawObstacles, freeCells, neighbour } from '../grid'
import { asSetting, badSetting } from '../../settingChecks'
import { LabError } from '../../errors'
import { quoted } from '../../quoted'

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

function toAct({ robots: [a, b], steps, turn }: WarehouseState): Turn {
  return steps === 0 || (a.battery === 0 && b.battery === 0) ? 'over' : turn
}

function actions(state: WarehouseState): readonly ActionId[] {
  const legal: ActionId[] = []
  for (let direction = 0; direction < PARK; direction++) if (target(state, direction) !== undefined) legal.push(direction)
  if (acting(state).battery === 0) legal.push(PARK)
  if (packageToPickUp(state) >= 0) legal.push(PICK_UP)
  if (canDropOff(state)) legal.push(DROP_OFF)
  if (canCharge(state)) legal.push(CHARGE)
  const { isBlocked } = state.floor
  if (state.floor.placeBlock)
    for (let cell = 0; cell < isBlocked.length; cell++) if (canPlaceBlock(state, cell)) legal.push(BLOCK + cell)
  return legal.length > 0 ? legal : [PARK]
}

/** @throws {LabError} `ILLEGAL_MOVE` */
function apply(state: WarehouseState, action: ActionId): WarehouseState {
  const next = toAct(state) === 'over' ? undefined : after(state, action)
  if (next) return next
  const { floor, turn } = state
  throw new LabError('ILLEGAL_MOVE', `${makeText(state)}: robot ${ROBOTS[turn]} cannot do ${quoted(actionName(floor, action))}`)
}

/** True if the robot to act can drop off: its credit is about to change. */
function canDropOff(state: WarehouseState): boolean {
  const { load, cell } = acting(state)
  return load !== undefined && load.to === cell
}

function after(state: WarehouseState, action: ActionId): WarehouseState | undefined {
  const robot = acting(state)
  switch (action) {
    case PARK:
      return robot.battery === 0 || actions(state)[0] === PARK ? passed(state, robot) : undefined
    case PICK_UP:
      return pickedUp(state, robot)
    case DROP_OFF:
      return canDropOff(state) ? droppedOff(state, robot, robot.load!) : undefined
    case CHARGE:
      return canCharge(state) ? passed(state, { ...robot, battery: robot.battery + robot.credit, credit: 0 }) : undefined
  }
  if (action >= BLOCK) return canPlaceBlock(state, action - BLOCK) ? withBlock(state, robot, action - BLOCK) : undefined
  const cell = target(state, action)
  return cell === undefined ? undefined : passed(state, { ...robot, cell, battery: robot.battery - 1 })
}

/** Replaces the robot and passes the turn to the other. */
function passed(state: WarehouseState, robot: Robot, packages = state.packages, spawns = state.spawns): WarehouseState {
  const { floor, robots, turn, steps } = state
  return turn === 0
    ? { floor, robots: [robot, robots[1]], packages, turn: 1, steps: steps - 1, spawns }
    : { floor, robots: [robots[0], robot], packages, turn: 0, steps: steps - 1, spawns }
}

function pickedUp(state: WarehouseState, robot: Robot): WarehouseState | undefined {
  const { packages } = state
  const place = packageToPickUp(state)
  return place < 0 ? undefined : passed(state, { ...robot, load: packages[place] }, packages.toSpliced(place, 1))
}

/** Adds a new package to those that wait. The first of these comes onto the board, because the robot carries none any more. */
function droppedOff(state: WarehouseState, robot: Robot, load: Package): WarehouseState {
  const { floor, packages } = state
  const credit = robot.credit + rewardOf(floor, load)
  const random = restoreRandom(state.spawns)
  const another = drawPackage(freeCells(floor.isBlocked), random)
  return passed(state, { ...robot, credit, load: undefined }, [...packages, another], random.state)
}

function withBlock(state: WarehouseState, robot: Robot, cell: Cell): WarehouseState {
  const floor = { ...state.floor, isBlocked: state.floor.isBlocked.with(cell, true) }
  return passed({ ...state, floor }, { ...robot, battery: robot.battery - 1 })
}

function acting({ robots, turn }: WarehouseState): Robot {
  return robots[turn]
}

/** The cell that a move leads to; `undefined`: none. */
function target(state: WarehouseState, direction: number): Cell | undefined {
  const { floor, robots, turn } = state
  const { cell, battery } = robots[turn]
  if (battery === 0) return undefined
  const next = neighbour(floor, cell, direction)
  return next === undefined || floor.isBlocked[next] || robots[1 - turn]!.cell === next ? undefined : next
}

/** The place in `packages`; −1: none. */
function packageToPickUp(state: WarehouseState): number {
  const { cell, load } = acting(state)
  if (load) return -1
  const lying = lyingCount(state)
  for (let place = 0; place < lying; place++) if (state.packages[place]!.from === cell) return place
  return -1
}

function canCharge(state: WarehouseState): boolean {
  const { cell, credit } = acting(state)
  return credit > 0 && state.floor.stations.includes(cell)
}

function canPlaceBlock({ floor, robots, turn }: WarehouseState, cell: Cell): boolean {
  const isPossible = floor.placeBlock && robots[turn].battery > 0
  return isPossible && floor.isBlocked[cell] === false && robots[0].cell !== cell && robots[1].cell !== cell
}
