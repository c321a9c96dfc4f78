import { type Bounds, clearlyAbove, clearlyBelow } from '../../game/bounds'
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
      bounds(root, plies) {
        const { turn: agent, floor } = root
        const [own, other] = [reachOf(root, agent, plies), reachOf(root, 1 - agent, plies)]
        const farthest = floor.width + floor.height - 2
        const distances: Bounds = [0, farthest]
        const costs: Bounds = [0, 3 * farthest]
        const credits: Bounds = [own.credit[0] - other.credit[1], own.credit[1] - other.credit[0]]
        const delivery = hull(times(carried, [0, 2 * farthest]), times(nearest, [0, 2 * farthest]))
        const points = sumOf([
          times(difference, credits),
          times(battery, own.battery),
          own.credit[0] > 0 ? NOTHING : hull(NOTHING, sumOf([delivery, times(-away, distances)])),
          hull(NOTHING, times(charge - away, distances)),
          hull(NOTHING, sumOf([delivery, times(credit, own.credit), times(-away, costs)])),
          hull(NOTHING, sumOf([times(charge / divisor, [0, Math.min(own.battery[1], costs[1])]), times(-away, distances)])),
        ])
        const [low, high] = hull(times(1 / POINTS_PER_CREDIT, points), credits)
        return agent === 0 ? [clearlyBelow(low), clearlyAbove(high)] : [clearlyBelow(-high), clearlyAbove(-low)]
      },
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
  bounds(root, plies) {
    const [a, b] = [reachOf(root, 0, plies).credit, reachOf(root, 1, plies).credit]
    return [a[0] - b[1], a[1] - b[0]]
  },
}

/** What a robot can have within some plies. */
interface Reach {
  readonly credit: Bounds
  readonly battery: Bounds
}

/**
 * A package that it picks up later earns 2 for each cell between origin and destination; it takes a step for each of them at least, one to
 * pick it up and one to drop it off. Only at a station credit becomes battery.
 */
function reachOf({ floor, robots, turn, steps: left }: WarehouseState, robot: number, plies = left): Reach {
  const { cell, credit, battery, load } = robots[robot]!
  const all = Math.min(left, plies)
  const steps = robot === turn ? Math.ceil(all / 2) : Math.floor(all / 2)
  const delivers = load !== undefined && distance(floor, cell, load.to) < steps
  const most = credit + (delivers ? rewardOf(floor, load) : 0) + 2 * Math.max(0, steps - 2)
  const charges = floor.stations.some(station => distance(floor, cell, station) < steps)
  return {
    credit: [charges ? 0 : credit, most],
    battery: [Math.max(0, battery - steps), charges ? battery + most : battery],
  }
}

const NOTHING: Bounds = [0, 0]

function times(factor: number, [low, high]: Bounds): Bounds {
  return factor < 0 ? [factor * high, factor * low] : [factor * low, factor * high]
}

function sumOf(ranges: readonly Bounds[]): Bounds {
  return ranges.reduce(([low, high], range) => [low + range[0], high + range[1]], NOTHING)
}

function hull(one: Bounds, other: Bounds): Bounds {
  return [Math.min(one[0], other[0]), Math.max(one[1], other[1])]
}
