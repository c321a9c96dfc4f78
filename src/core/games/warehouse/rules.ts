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
import { LabError } from '../../errors'
import { quoted } from '../../quoted'
import { restoreRandom } from '../../random'
import type { ActionId, Turn } from '../../game/game'
import { actionName, BLOCK, CHARGE, DROP_OFF, PARK, PICK_UP } from './actions'
import { freeCells, neighbour, type Cell } from '../grid'
import { makeText } from './notation'
import { drawPackage, lyingCount, rewardOf, ROBOTS, type Package, type Robot, type WarehouseState } from './position'

export function toAct({ robots: [a, b], steps, turn }: WarehouseState): Turn {
  return steps === 0 || (a.battery === 0 && b.battery === 0) ? 'over' : turn
}

export function actions(state: WarehouseState): readonly ActionId[] {
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
export function apply(state: WarehouseState, action: ActionId): WarehouseState {
  const next = toAct(state) === 'over' ? undefined : after(state, action)
  if (next) return next
  const { floor, turn } = state
  throw new LabError('ILLEGAL_MOVE', `${makeText(state)}: robot ${ROBOTS[turn]} cannot do ${quoted(actionName(floor, action))}`)
}

/** True if the robot to act can drop off: its credit is about to change. */
export function canDropOff(state: WarehouseState): boolean {
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
