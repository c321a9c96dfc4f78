/** Uniform game trees: each inner node has the same number of children, and all leaves are equally deep. MAX begins. */
import type { MatchPlayer } from '../../../core/contract/matches'
import { readConfig } from '../../../core/contract/searchers'
import type { Game } from '../../../core/game/game'
import { createRandom, type Random } from '../../../core/random'
import { positionSearcher } from '../../../core/search/registry'
import type { Report } from '../../../core/search/report'

export interface TreeSize {
  readonly branching: number
  /** Plies. */
  readonly depth: number
}

/** The agents of the first plies; the sequence then repeats. */
const TAKING_TURNS = [0, 1] as const
const WITH_CHANCE = [0, 'chance', 1, 'chance'] as const

export interface UniformTree extends TreeSize {
  readonly turns: typeof TAKING_TURNS | typeof WITH_CHANCE
  /** The value of each leaf to MAX, in the order in which a search without cuts visits them. */
  readonly leaves: Int32Array
}

/** Leaves have the values 0 … b^d − 1 in a uniformly random order, so that the order of the children says nothing about their values. */
export function randomTree({ branching, depth }: TreeSize, random: Random): UniformTree {
  const leaves = Int32Array.from({ length: branching ** depth }, (_, i) => i)
  // Fisher and Yates
  for (let last = leaves.length - 1; last > 0; last--) {
    const drawn = random.below(last + 1)
    const value = leaves[drawn]!
    leaves[drawn] = leaves[last]!
    leaves[last] = value
  }
  return { branching, depth, turns: TAKING_TURNS, leaves }
}

/**
 * With a chance node after each player's node, whose outcomes are equally likely.
 * @param most each leaf has a uniformly random value in 0 … most
 */
export function randomChanceTree({ branching, depth }: TreeSize, most: number, random: Random): UniformTree {
  const leaves = Int32Array.from({ length: branching ** depth }, () => random.below(most + 1))
  return { branching, depth, turns: WITH_CHANCE, leaves }
}

/**
 * A tree that alpha-beta visits in full. At MAX's nodes, all leaves below a child have higher values than those of the children before it;
 * at MIN's nodes, lower values. So each child is better for the player than the value that it has secured.
 */
export function uncutTree({ branching, depth }: TreeSize): UniformTree {
  let leaves = [0]
  for (let ply = depth - 1; ply >= 0; ply--) {
    const below = leaves
    const children = Array.from({ length: branching }, (_, child) => (ply % 2 === 0 ? child : branching - 1 - child))
    leaves = children.flatMap(rank => below.map(value => rank * below.length + value))
  }
  return { branching, depth, turns: TAKING_TURNS, leaves: Int32Array.from(leaves) }
}

/** The same tree with the children of each player's node in order: the best for that player first. */
export function bestFirst(tree: UniformTree): UniformTree {
  const { branching, depth, turns } = tree
  const values = valuesOf(tree)
  const leaves = new Int32Array(tree.leaves.length)
  let filled = 0
  const visit = (ply: number, place: number): void => {
    if (ply === depth) {
      leaves[filled++] = tree.leaves[place]!
      return
    }
    const below = values[ply + 1]!
    const sign = { 0: 1, 1: -1, chance: 0 }[turns[ply % turns.length]!]
    const children = Array.from({ length: branching }, (_, child) => place * branching + child)
    for (const child of children.sort((a, b) => sign * (below[b]! - below[a]!))) visit(ply + 1, child)
  }
  visit(0, 0)
  return { ...tree, leaves }
}

/** The same tree with the children of every node in the opposite order. */
export function flipped(tree: UniformTree): UniformTree {
  return { ...tree, leaves: tree.leaves.toReversed() }
}

/** Values of all nodes, by ply. */
function valuesOf({ branching, depth, turns, leaves }: UniformTree): readonly Float64Array[] {
  const values = [Float64Array.from(leaves)]
  for (let ply = depth - 1; ply >= 0; ply--) {
    const below = values[0]!
    const turn = turns[ply % turns.length]!
    values.unshift(
      Float64Array.from({ length: branching ** ply }, (_, place) => {
        const children = below.subarray(place * branching, (place + 1) * branching)
        if (turn === 'chance') return children.reduce((sum, value) => sum + value / branching, 0)
        return turn === 0 ? Math.max(...children) : Math.min(...children)
      }),
    )
  }
  return values
}

/** A search to the end of the tree. @param most the highest leaf, for searchers that prune by it */
export function searched(tree: UniformTree, { searcher: id, config: given, wrapping }: MatchPlayer, most = Infinity): Report {
  const heuristic = { evaluate: () => 0, bounds: () => [0, most] as const } // never called, because the search reaches the end of the tree
  const around = { limits: {}, wrapping, random: createRandom(0), searcher: positionSearcher }
  const context = { ...around, now: () => 0, stopped: () => false }
  return positionSearcher(id).search(gameOf(tree), ROOT, heuristic, readConfig(id, given), context)
}

/** A node by its ply and the number of nodes before it there. */
interface Node {
  readonly ply: number
  readonly place: number
}

const ROOT: Node = { ply: 0, place: 0 }

function gameOf({ branching, depth, turns, leaves }: UniformTree): Game<Node> {
  const actions = Array.from({ length: branching }, (_, child) => child)
  const rewards = [0, 0]
  const childOf = ({ ply, place }: Node, child: number): Node => ({ ply: ply + 1, place: place * branching + child })
  const format = ({ ply, place }: Node) => `${ply} ${place}`
  return {
    id: 'uniform',
    start: () => ROOT,
    agents: () => 2,
    toAct: ({ ply }) => (ply === depth ? 'over' : turns[ply % turns.length]!),
    actions: () => actions,
    apply: (node, child) => ({ state: childOf(node, child), rewards }),
    outcomes: node => actions.map(child => ({ state: childOf(node, child), edge: child, draws: branching, chance: 1 })),
    utilities: ({ place }) => [leaves[place]!, -leaves[place]!],
    key: format,
    parse(text) {
      const [ply, place] = text.split(' ').map(Number)
      return { ply: ply!, place: place! }
    },
    format,
    words: (_, child) => String(child + 1),
  }
}
