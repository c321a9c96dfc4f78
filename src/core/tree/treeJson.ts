import { makePosition, makeSpawn } from '../games/twenty48/notation'
import { chanceOf, pointsOf, reachOf, stepTo } from '../games/twenty48/tree/boards'
import type { FlagName, NodeId, NodeKind } from '../trace/format'
import type { RecordedTree } from './recordedTree'
import type { TreeEdge } from './views'

/** A node as JSON; docs/terminal.md promises these fields. */
export interface NodeJson {
  /** Its entry in the trace. */
  readonly node: NodeId
  readonly kind: NodeKind
  /** `left`, `4@r2c3`; `null` of the root. */
  readonly edge: string | null
  /** 16 digits: of a chance node or a leaf the board after the slide. */
  readonly board: string
  readonly value: number | null
  /** From its parent on; and cumulative, from the first position. */
  readonly probability: number
  readonly reach: number
  /** Of the slide that led here. */
  readonly points: number
  readonly depthLeft: number
  readonly flags: readonly FlagName[]
  /** Of a table hit the node that computed its value. */
  readonly source: NodeId | null
  /** Slides tried at and below it. */
  readonly subtree: number
  /** Children that are not listed. */
  readonly more: number
  readonly children: readonly NodeJson[]
}

function edgeName(step: TreeEdge): string {
  return 'move' in step ? step.move : makeSpawn(step.spawn)
}

/** A subtree as one JSON object, `NodeJson`, in pieces: it may be larger than a string can be. */
export function* treeJson(tree: RecordedTree, node: NodeId, levels: number): Generator<string, void, undefined> {
  const { trace } = tree
  const children = levels > 0 ? trace.children(node) : []
  const step = stepTo(trace, node)
  const parent = trace.parent(node)
  const { chance, draws } = chanceOf(trace, node)
  const own: Omit<NodeJson, 'children'> = {
    node,
    kind: trace.kind(node),
    edge: step ? edgeName(step) : null,
    board: makePosition(tree.board(node)),
    value: trace.value(node) ?? null,
    probability: chance / draws,
    reach: reachOf(trace, node),
    points: parent === undefined ? 0 : pointsOf(trace, tree.board(parent), node),
    depthLeft: trace.columns.depth[node]!,
    flags: trace.flagNames(node),
    source: trace.source(node) ?? null,
    subtree: trace.columns.nodes[node]!,
    more: trace.columns.children[node]! - children.length,
  }
  yield `${JSON.stringify(own).slice(0, -1)},"children":[`
  for (const [i, child] of children.entries()) {
    if (i > 0) yield ','
    yield* treeJson(tree, child, levels - 1)
  }
  yield ']}'
}

/** Nodes that `treeJson` writes, counted no further than `most` + 1. */
export function countNodes(tree: RecordedTree, node: NodeId, levels: number, most: number): number {
  let count = 0
  let level = [node]
  for (let depth = 0; depth <= levels && level.length > 0; depth++) {
    count += level.length
    if (count > most) return most + 1
    level = depth < levels ? level.flatMap(each => tree.trace.children(each)) : []
  }
  return count
}
