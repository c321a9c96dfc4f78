import { unreachable } from '../errors'
import type { NodeId } from '../trace/format'
import type { RecordedTree } from './recordedTree'
import type { TreeSort } from './views'

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
