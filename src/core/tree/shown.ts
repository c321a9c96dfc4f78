import { SPAWNS } from '../games/twenty48/board'
import { spawnOfEdge } from '../games/twenty48/edges'
import { likelySpawn } from '../games/twenty48/search/principalVariation'
import { chanceOf, reachOf } from '../games/twenty48/tree/boards'
import { FLAG_NAMES, type FlagName, type NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'
import type { RecordedTree } from './recordedTree'
import type { TreeFilter } from './views'

/** Which children of a node a filter leaves. */
export type ShownChildren = (node: NodeId) => NodeId[]

export function shownChildren(tree: RecordedTree, { line, minReach, flags }: TreeFilter): ShownChildren {
  const { trace } = tree
  const likely = likelyChildren(trace, minReach)
  const leads = flags.length > 0 ? leadingTo(trace, flags) : undefined
  return node => {
    let children = trace.children(node)
    if (line !== 'all' && trace.kind(node) === 'max') {
      const best = tree.bestChild(node)
      children = children.filter(child => child === best)
    }
    if (line === 'line' && trace.kind(node) === 'chance') children = expectedTile(tree, node, children)
    if (leads) children = children.filter(child => leads[child] === 1)
    return minReach === 0 || children.length === 0 ? children : likely(node, children)
  }
}

/** Leaves those of a node's children whose cumulative probability, as `reachOf` has it, is not too low. */
function likelyChildren(trace: Trace, minReach: number): (node: NodeId, children: NodeId[]) => NodeId[] {
  // Siblings are asked about one after the other, and have the way down to their parent in common.
  let above = { node: -1, reach: 0 }
  const reachBelow = (node: NodeId): number => {
    const parent = trace.parent(node)
    if (parent === undefined) return reachOf(trace, node)
    if (above.node !== parent) above = { node: parent, reach: reachOf(trace, parent) }
    const { draws, chance } = chanceOf(trace, node)
    return (above.reach / draws) * chance
  }
  return (node, children) => {
    const reach = reachBelow(node)
    if (trace.kind(node) !== 'chance') return reach >= minReach ? children : []
    const each = reach / (trace.columns.children[node]! / SPAWNS.length)
    const isLikely = SPAWNS.map(({ chance }) => each * chance >= minReach)
    if (isLikely.every(Boolean)) return children
    return children.filter(child => isLikely[spawnOfEdge(trace.columns.edge[child]!).rank - 1])
  }
}

/** Whether a filter leaves the tiles that stand behind a leaf, which are no nodes of their own. */
export function showsOutcomes({ line, minReach, flags }: TreeFilter): boolean {
  return line !== 'line' && minReach === 0 && flags.length === 0
}

/** The tile that the principal variation goes on with, by the same rule. */
function expectedTile(tree: RecordedTree, node: NodeId, children: readonly NodeId[]): NodeId[] {
  if (children.length === 0) return []
  const { cell, rank } = likelySpawn(tree.board(node), tree.evaluate)
  return children.filter(child => {
    const spawn = spawnOfEdge(tree.trace.columns.edge[child]!)
    return spawn.cell === cell && spawn.rank === rank
  })
}

/** 1 for each node with one of the flags, and for all above it. A parent stands before its children, so one pass does. */
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
