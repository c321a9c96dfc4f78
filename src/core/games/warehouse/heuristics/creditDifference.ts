import type { Heuristic } from '../../../game/heuristic'
import { rewardOf, type Floor, type Robot, type WarehouseState } from '../position'

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
