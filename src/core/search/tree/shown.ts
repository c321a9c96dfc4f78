import { spawnOfEdge } from '../../games/twenty48/edges'
import { likelySpawn } from '../principalVariation'
import { chanceOf, reachOf } from '../trace/boards'
import { FLAG_NAMES, type FlagName, type NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'
import type { RecordedTree } from './recordedTree'
import type { TreeFilter } from './views'

/** Which children of a node a filter leaves. */
export type ShownChildren = (node: NodeId) => NodeId[]

export function shownChildren(tree: RecordedTree, { line, minReach, flags }: TreeFilter): ShownChildren {
  const { trace } = tree
  const leads = flags.length > 0 ? leadingTo(trace, flags) : undefined
  return node => {
    let children = trace.children(node)
    if (line !== 'all' && trace.kind(node) === 'max') {
      const best = tree.bestChild(node)
      children = children.filter(child => child === best)
    }
    if (line === 'line' && trace.kind(node) === 'chance') children = expectedTile(tree, node, children)
    if (leads) children = children.filter(child => leads[child] === 1)
    if (minReach > 0 && children.length > 0) {
      const above = reachOf(trace, node) // once for all: a million rows ask this
      children = children.filter(child => {
        const { draws, chance } = chanceOf(trace, child)
        return (above / draws) * chance >= minReach
      })
    }
    return children
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
