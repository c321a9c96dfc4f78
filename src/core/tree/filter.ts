import { FLAG_NAMES, type FlagName, type NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'
import type { RecordedTree } from './recordedTree'
import type { TreeFilter, TreeSort } from './views'
import { unreachable } from '../errors'

/** The children of a node that pass a filter. */
export type ChildFilter = (node: NodeId) => NodeId[]

export function filteredChildren(tree: RecordedTree, { line, minReach, flags }: TreeFilter): ChildFilter {
  const { trace } = tree
  const likely = likelyChildren(tree, minReach)
  const leads = flags.length > 0 ? leadingTo(trace, flags) : undefined
  return node => {
    let children = trace.children(node)
    const kind = trace.kind(node)
    if (line !== 'all' && tree.isAgents(node)) {
      const best = tree.bestChild(node)
      children = children.filter(child => child === best)
    }
    if (line === 'line' && kind === 'chance' && children.length > 0) {
      const expected = tree.game.expected(node, children)
      children = children.filter(child => child === expected)
    }
    if (leads) children = children.filter(child => leads[child] === 1)
    return minReach === 0 || children.length === 0 ? children : likely(node, children)
  }
}

/** Passes children whose cumulative probability by `reach` is high enough. */
function likelyChildren(tree: RecordedTree, minReach: number): (node: NodeId, children: NodeId[]) => NodeId[] {
  const { trace } = tree
  // Siblings are requested one after the other, and share the path to their parent.
  let above = { node: -1, reach: 0 }
  const reachBelow = (node: NodeId): number => {
    const parent = trace.parent(node)
    if (parent === undefined) return tree.reach(node)
    if (above.node !== parent) above = { node: parent, reach: tree.reach(parent) }
    const { draws, chance } = tree.chance(node)
    return (above.reach / draws) * chance
  }
  return (node, children) => {
    const reach = reachBelow(node)
    if (trace.kind(node) !== 'chance') return reach >= minReach ? children : []
    return children.filter(child => {
      const { draws, chance } = tree.game.chance(child)
      return (reach / draws) * chance >= minReach
    })
  }
}

/** True if a filter passes the outcomes of a leaf, which are not nodes of their own. */
export function showsOutcomes({ line, minReach, flags }: TreeFilter): boolean {
  return line !== 'line' && minReach === 0 && flags.length === 0
}

/** 1 for each node with one of the flags, and for all above it. A parent comes before its children, so one pass is enough. */
function leadingTo(trace: Trace, flags: readonly FlagName[]): Uint8Array {
  const mask = flags.reduce((bits, name) => bits | (1 << FLAG_NAMES.indexOf(name)), 0)
  const leads = new Uint8Array(trace.entries)
  const { flags: flagged, parent } = trace.columns
  for (let node = trace.entries - 1; node >= 0; node--) {
    if ((flagged[node]! & mask) !== 0) leads[node] = 1
    if (leads[node] === 1) leads[parent[node]!] = 1
  }
  return leads
}

/** Sorts children; equal ones stay in search order, those without a value come last. */
export function sorterOf(tree: RecordedTree, sort: TreeSort): (children: readonly NodeId[]) => readonly NodeId[] {
  const descending = (numberOf: (node: NodeId) => number) => (children: readonly NodeId[]) => {
    const numbers = new Map(children.map(child => [child, numberOf(child)]))
    return children.toSorted((a, b) => numbers.get(b)! - numbers.get(a)! || a - b)
  }
  switch (sort) {
    case 'search':
      return children => children
    case 'value':
      return descending(child => tree.sum(child) ?? -Number.MAX_VALUE)
    case 'size':
      return descending(child => tree.trace.columns.nodes[child]!)
    case 'probability':
      return descending(child => {
        const { chance, draws } = tree.chance(child)
        return chance / draws
      })
    default:
      return unreachable(sort)
  }
}
