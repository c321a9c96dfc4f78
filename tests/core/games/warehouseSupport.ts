/** Positions of the warehouse for tests, and what holds in every game of it. */
import { expect } from 'vitest'
import { warehouse } from '../../../src/core/games/warehouse/game'
import {
  USUAL_OPTIONS,
  type WarehouseOptions,
  type WarehouseState,
  lyingCount,
  rewardOf,
} from '../../../src/core/games/warehouse/position'
import { createRandom } from '../../../src/core/random'

const USUAL = {
  stations: 'a1,e5',
  A: 'c3,20,0',
  B: 'e1,20,0',
  lying: 'a3>c5,b2>d2',
  waiting: 'e4>a4,d3>b1',
  turn: 'A',
  steps: '200',
  spawns: '0123456789abcdef',
}

/** @param change fields that are different; an empty text takes one away @param words rules by their words */
export function position(
  change: Partial<Record<keyof typeof USUAL | 'blocks', string>> = {},
  ...words: string[]
): WarehouseState {
  const fields = Object.entries({ ...USUAL, ...change }).filter(([, value]) => value !== '')
  return warehouse.parse(['5x5', ...fields.map(([name, value]) => `${name}=${value}`), ...words].join(' '))
}

/** What each action is called, in their order. */
export function actionNames(state: WarehouseState): string[] {
  return warehouse.actions(state).map(action => warehouse.words(state, action))
}

/** @throws {LabError} `ILLEGAL_MOVE` */
export function after(state: WarehouseState, ...names: string[]): WarehouseState {
  return names.reduce((now, name) => {
    const action = Array.from({ length: 100 }, (_, each) => each).find(each => warehouse.words(now, each) === name)!
    return warehouse.apply(now, action).state
  }, state)
}

export function rules(change: Partial<WarehouseOptions> = {}): WarehouseOptions {
  return { ...USUAL_OPTIONS, steps: 100, ...change }
}

/** Plays at random to the end and looks at every step. @returns all positions */
export function playChecked(options: WarehouseOptions, seed: number): WarehouseState[] {
  const random = createRandom(seed)
  let state = warehouse.start(options, random)
  const states = [state]
  checkPosition(state, options)
  while (warehouse.toAct(state) !== 'over') {
    const actions = warehouse.actions(state)
    const action = actions[random.below(actions.length)]!
    const next = warehouse.apply(state, action).state
    checkStep(state, next, warehouse.words(state, action))
    checkPosition(next, options)
    state = next
    states.push(state)
  }
  return states
}

/** Plain comparisons: an `expect` each would take most of the time. */
function checkPosition(state: WarehouseState, options: WarehouseOptions): void {
  const { robots, packages, floor, steps } = state
  const carried = robots.filter(({ load }) => load !== undefined).length
  const isSound =
    robots.every(({ cell, battery, credit }) => battery >= 0 && credit >= 0 && floor.isBlocked[cell] === false) &&
    robots[0].cell !== robots[1].cell &&
    packages.length + carried === options.packages &&
    lyingCount(state) + carried === 2 &&
    packages.every(({ from, to }) => from !== to && from in floor.isBlocked && to in floor.isBlocked) &&
    steps >= 0 &&
    steps <= 2 * options.steps
  if (!isSound) expect.fail(`unsound: ${warehouse.format(state)}`)
}

/** Battery and credit change by what is done alone, and only those of the robot that acts. */
function checkStep(before: WarehouseState, next: WarehouseState, action: string): void {
  const [own, then] = [before.robots[before.turn], next.robots[before.turn]]
  const [other, otherThen] = [before.robots[1 - before.turn], next.robots[1 - before.turn]]
  const spends = /^(north|south|east|west|block .*)$/.test(action)
  const earns = action === 'drop off' ? rewardOf(before.floor, own.load!) : 0
  const isSound =
    otherThen === other &&
    next.turn === 1 - before.turn &&
    next.steps === before.steps - 1 &&
    then.battery + then.credit === own.battery + own.credit - (spends ? 1 : 0) + earns &&
    (action === 'charge' ? then.credit === 0 : then.credit === own.credit + earns)
  if (!isSound) expect.fail(`${action} of ${warehouse.format(before)} gives ${warehouse.format(next)}`)
}
