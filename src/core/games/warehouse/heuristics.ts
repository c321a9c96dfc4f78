import type { Heuristic, HeuristicFamily, Term } from '../../game/heuristic'
import { distance, type Cell } from '../grid'
import { type Floor, lyingCount, type Package, rewardOf, type Robot, type WarehouseState } from './position'

/** Points of the source for a credit. Values are in credits, as the end of a game is: otherwise a search would take any end for a draw. */
const POINTS_PER_CREDIT = 10_000

/** Source of the numbers: course work "warehouse robots", heuristic of the improved greedy robot. The ranges are ours. */
const WEIGHTS = [
  { name: 'creditDifference', initial: 10_000, low: 0, high: 20_000 },
  { name: 'battery', initial: 220, low: 0, high: 1000 },
  { name: 'carried', initial: 50, low: 0, high: 250 },
  { name: 'nearest', initial: 5, low: 0, high: 50 },
  { name: 'credit', initial: 100, low: 0, high: 500 },
  { name: 'distance', initial: 30, low: 0, high: 150 },
  { name: 'charge', initial: 110, low: 0, high: 500 },
  { name: 'chargeDivisor', initial: 3, low: 1, high: 20 },
] as const

/** The heuristic of the improved greedy robot, h0 + h1 + h2 + h3 + h4, with the weights left open. Its formula: docs/warehouse.md. */
export const improvedFamily: HeuristicFamily<WarehouseState> = {
  id: 'improved',
  weights: WEIGHTS,
  make(weights) {
    const weight = (name: (typeof WEIGHTS)[number]['name']) => weights[WEIGHTS.findIndex(each => each.name === name)]!
    const [difference, battery, credit] = [weight('creditDifference'), weight('battery'), weight('credit')]
    const [carried, nearest, away] = [weight('carried'), weight('nearest'), weight('distance')]
    const [charge, divisor] = [weight('charge'), weight('chargeDivisor')]
    const parts = (state: WarehouseState, agent: number): readonly [number, number, number, number, number] => {
      const own = state.robots[agent]!
      const errand = errandOf(state, own, state.robots[1 - agent]!)
      const delivery = errand.reward * (own.load ? carried : nearest) + own.credit * credit
      const isAffordable = errand.cost <= own.battery
      return [
        (own.credit - state.robots[1 - agent]!.credit) * difference + own.battery * battery,
        own.credit <= 0 ? delivery - errand.targetDistance * away : 0,
        own.battery === errand.chargerDistance && own.credit > 0 ? own.battery * charge - errand.chargerDistance * away : 0,
        isAffordable ? delivery - errand.cost * away : 0,
        !isAffordable && own.credit > 0 ? (own.battery * charge) / divisor - errand.chargerDistance * away : 0,
      ]
    }
    return {
      evaluate(state, agent) {
        const [h0, h1, h2, h3, h4] = parts(state, agent)
        return (h0 + h1 + h2 + h3 + h4) / POINTS_PER_CREDIT
      },
      terms: state =>
        parts(state, 0).map((points, i): Term => ({
          id: `h${i}`,
          weight: 1 / POINTS_PER_CREDIT,
          feature: points,
          value: points / POINTS_PER_CREDIT,
        })),
    }
  },
}

/** The heuristic with the published weights. */
export const improved: Heuristic<WarehouseState> = improvedFamily.make(WEIGHTS.map(({ initial }) => initial))

interface Errand {
  /** Credits for the package that the robot carries or, if it carries none, the nearest on the board. */
  readonly reward: number
  /** To that package, or with it to its destination. */
  readonly targetDistance: number
  /** To the nearest charging station that the other robot is not on. */
  readonly chargerDistance: number
  /** Moves until the package is delivered and this station is reached. */
  readonly cost: number
}

function errandOf(state: WarehouseState, own: Robot, other: Robot): Errand {
  const { floor } = state
  const its = own.load ?? nearestPackage(state, own.cell)
  const charger = nearestStation(floor, own.cell, other.cell)
  const target = own.load ? its.to : its.from
  const targetDistance = distance(floor, own.cell, target)
  const rest = own.load ? distance(floor, charger, target) : distance(floor, its.from, its.to) + distance(floor, its.to, charger)
  return {
    reward: rewardOf(floor, its),
    targetDistance,
    chargerDistance: distance(floor, own.cell, charger),
    cost: targetDistance + rest,
  }
}

/** A robot that carries none leaves at least one of the two on the board. The first of those that are equally near. */
function nearestPackage(state: WarehouseState, cell: Cell): Package {
  const { floor, packages } = state
  const lying = lyingCount(state)
  let nearest = packages[0]!
  for (let place = 1; place < lying; place++)
    if (distance(floor, cell, packages[place]!.from) < distance(floor, cell, nearest.from)) nearest = packages[place]!
  return nearest
}

function nearestStation(floor: Floor, cell: Cell, taken: Cell): Cell {
  const [one, two] = floor.stations
  if (one === taken) return two
  if (two === taken) return one
  return distance(floor, cell, two) < distance(floor, cell, one) ? two : one
}

/** The credit of the agent less that of the other, as things stand. */
export const creditDifference: Heuristic<WarehouseState> = {
  evaluate: ({ robots: [a, b] }, agent) => (agent === 0 ? a.credit - b.credit : b.credit - a.credit),
  terms: ({ robots: [{ credit: own }, { credit: other }] }) => [
    { id: 'ownCredit', weight: 1, feature: own, value: own },
    { id: 'otherCredit', weight: -1, feature: other, value: 0 - other },
  ],
  bounds({ floor, robots: [a, b], turn, steps }) {
    const stepsOfNext = Math.ceil(steps / 2)
    const stepsOf = (robot: number) => (robot === turn ? stepsOfNext : steps - stepsOfNext)
    return [0 - mostCredit(floor, b, stepsOf(1)), mostCredit(floor, a, stepsOf(0))]
  },
}

/**
 * The most that a robot can end with; the least is 0, as it may charge. A package that it picks up later earns 2 for each cell between
 * origin and destination, and takes a step of its own for each of them at least.
 */
function mostCredit(floor: Floor, { credit, load }: Robot, steps: number): number {
  return credit + (load ? rewardOf(floor, load) : 0) + 2 * steps
}
