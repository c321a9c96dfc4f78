/**
 * Uniform game trees: each inner node has as many children, all leaves are equally deep, and no two are worth the same to MAX,
 * who begins.
 */
import type { Game } from '../../../core/games/game'
import { createRandom, type Random } from '../../../core/random'
import { positionSearcher } from '../../../core/search/registry'
import type { Searcher } from '../../../core/search/searcher'

export interface TreeSize {
  readonly branching: number
  /** Plies. */
  readonly depth: number
}

export interface UniformTree extends TreeSize {
  /** What each is worth to MAX, in the order in which a search without cuts visits them. */
  readonly leaves: Int32Array
}

/** Leaves that each order of them is as likely for, so the order of the children says nothing of their values. */
export function randomTree({ branching, depth }: TreeSize, random: Random): UniformTree {
  const leaves = Int32Array.from({ length: branching ** depth }, (_, i) => i)
  // Fisher and Yates
  for (let last = leaves.length - 1; last > 0; last--) {
    const drawn = random.below(last + 1)
    const value = leaves[drawn]!
    leaves[drawn] = leaves[last]!
    leaves[last] = value
  }
  return { branching, depth, leaves }
}

/**
 * A tree that alpha-beta visits whole. At MAX's nodes all leaves below a child are worth more than those of the children before
 * it, at MIN's less: what follows is always better than what a player is sure of, for him.
 */
export function uncutTree({ branching, depth }: TreeSize): UniformTree {
  let leaves = [0]
  for (let ply = depth - 1; ply >= 0; ply--) {
    const below = leaves
    const children = Array.from({ length: branching }, (_, child) => (ply % 2 === 0 ? child : branching - 1 - child))
    leaves = children.flatMap(rank => below.map(value => rank * below.length + value))
  }
  return { branching, depth, leaves: Int32Array.from(leaves) }
}

/** The same tree with the children of each node in order: the best for the player there first. */
export function bestFirst(tree: UniformTree): UniformTree {
  const { branching, depth } = tree
  const values = minimaxValues(tree)
  const leaves = new Int32Array(tree.leaves.length)
  let filled = 0
  const visit = (ply: number, place: number): void => {
    if (ply === depth) {
      leaves[filled++] = tree.leaves[place]!
      return
    }
    const below = values[ply + 1]!
    const sign = ply % 2 === 0 ? 1 : -1
    const children = Array.from({ length: branching }, (_, child) => place * branching + child)
    for (const child of children.sort((a, b) => sign * (below[b]! - below[a]!))) visit(ply + 1, child)
  }
  visit(0, 0)
  return { branching, depth, leaves }
}

/** The same tree with the children of every node in the opposite order. */
export function turnedRound(tree: UniformTree): UniformTree {
  return { ...tree, leaves: tree.leaves.toReversed() }
}

/** Of every node, by ply. */
function minimaxValues({ branching, depth, leaves }: UniformTree): readonly Int32Array[] {
  const values = [leaves]
  for (let ply = depth - 1; ply >= 0; ply--) {
    const below = values[0]!
    const better = ply % 2 === 0 ? Math.max : Math.min
    const level = new Int32Array(branching ** ply)
    for (let place = 0; place < level.length; place++) {
      let best = below[place * branching]!
      for (let child = 1; child < branching; child++) best = better(best, below[place * branching + child]!)
      level[place] = best
    }
    values.unshift(level)
  }
  return values
}

/** Leaves that a search to the end of the tree visits; one that it visits again counts again. */
export function leavesVisited(tree: UniformTree, searcher: Searcher): number {
  const nothing = { evaluate: () => 0 } // is never asked
  const around = { limits: {}, wrapping: {}, random: createRandom(0), searcher: positionSearcher }
  const context = { ...around, now: () => 0, stopped: () => false }
  return searcher.search(gameOf(tree), ROOT, nothing, {}, context).effort.leaves
}

/** A node by its ply and by how many stand before it there. */
interface Node {
  readonly ply: number
  readonly place: number
}

const ROOT: Node = { ply: 0, place: 0 }

function gameOf({ branching, depth, leaves }: UniformTree): Game<Node> {
  const actions = Array.from({ length: branching }, (_, child) => child)
  const rewards = [0, 0]
  const format = ({ ply, place }: Node) => `${ply} ${place}`
  return {
    id: 'uniform',
    start: () => ROOT,
    agents: () => 2,
    toAct: ({ ply }) => (ply === depth ? 'over' : ply % 2),
    actions: () => actions,
    apply: ({ ply, place }, child) => ({ state: { ply: ply + 1, place: place * branching + child }, rewards }),
    outcomes: () => [],
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
