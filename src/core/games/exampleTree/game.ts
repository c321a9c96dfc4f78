import { LabError } from '../../errors'
import { clearlyAbove, clearlyBelow } from '../../search/doubles'
import type { Bounds } from '../../game/bounds'
import type { Heuristic } from '../../game/heuristic'
import type { Game } from '../../game/game'
import { parseTree, type TreeNode } from './notation'

/**
 * A tree where minimax and expectimax differ: minimax plays safe and takes the left branch (10 against 9), expectimax with equal chances
 * the right one (54.5 against 10). Source: B.Sc. project "2048 AI Solver using Expectimax Algorithm & Particle Swarm Optimization", 2015.
 */
const FIRST = '(max (chance 0.5:10 0.5:10) (chance 0.5:100 0.5:9))'

/** A tree given by its leaves: a position is a node, an action or outcome is the number of a child. */
export const exampleTree: Game<TreeNode> = {
  id: 'exampleTree',
  start: () => parseTree(FIRST),
  agents: ({ agents }) => agents,
  toAct: ({ turn }) => turn,
  actions: ({ children }) => children.map((_, i) => i),
  apply({ children, agents }, action) {
    const state = children[action]
    if (!state) throw new LabError('ILLEGAL_MOVE', `child ${action + 1}: this node has ${children.length}`)
    return { state, rewards: Array<number>(agents).fill(0) }
  },
  outcomes: ({ children, chances }) => children.map((state, edge) => ({ state, edge, draws: 1, chance: chances[edge]! })),
  utilities: ({ values }) => values,
  key: ({ text }) => text,
  isNoisy: ({ isNoisy }) => isNoisy,
  parse: parseTree,
  format: ({ text }) => text,
  words: (_, edge) => String(edge + 1),
}

/** The estimates written into a tree; without one, the middle of all its leaves. */
export function treeEstimates(root: TreeNode): Heuristic<TreeNode> {
  const leaves = leavesOf(root)
  const bounds = (agent: number) => rangeOf(leaves.map(values => values[agent]!))
  const middles = Array.from({ length: root.agents }, (_, agent) => {
    const [low, high] = bounds(agent)
    return low / 2 + high / 2
  })
  return {
    evaluate({ estimate }, agent) {
      if (estimate === undefined) return middles[agent]!
      return agent === 0 ? estimate : 0 - estimate
    },
    bounds: () => around(bounds(0), rangeOf(estimatesOf(root))),
  }
}

function leavesOf({ turn, values, children }: TreeNode): (readonly number[])[] {
  return turn === 'over' ? [values] : children.flatMap(leavesOf)
}

function estimatesOf({ estimate, children }: TreeNode): readonly number[] {
  return [...(estimate === undefined ? [] : [estimate]), ...children.flatMap(estimatesOf)]
}

/** The bounds of the leaves, widened if necessary so that the estimates stay inside. */
function around([low, high]: Bounds, [lowest, highest]: Bounds): Bounds {
  return [lowest <= low ? clearlyBelow(lowest) : low, highest >= high ? clearlyAbove(highest) : high]
}

/** The range of no numbers is from infinity down to its negative. */
function rangeOf(numbers: readonly number[]): Bounds {
  return [least(numbers), -least(numbers.map(number => -number))]
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((lowest, each) => Math.min(lowest, each), Infinity)
}
