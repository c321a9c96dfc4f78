import type { Values } from '../game/game'
import { BYTES_PER_EVENT, EventLog, LogWriter, type LogData } from './eventLog'
import {
  copyColumns,
  DEEPEST,
  FLAGS,
  KINDS,
  MEBIBYTE,
  newSpace,
  viewColumns,
  type Columns,
  type ColumnSpace,
  type Layout,
  type NodeId,
} from './format'

/** A tree with its log. */
export interface LoggedTree {
  readonly space: ColumnSpace
  readonly entries: number
  readonly log: LogData
}

/** A tree to put below another root, and its share of the root's value. */
interface JoinedTree extends LoggedTree {
  readonly edge: number
  readonly chance: number
}

/** Outcomes without a tree: their shares of the root's values, one for each agent, and their nodes. */
export interface Unrecorded {
  readonly values: Values
  readonly nodes: number
}

/** Joins several trees: their roots become the outcomes of a chance node. @param unrecorded its other outcomes, if any */
export function joinTrees(
  trees: readonly JoinedTree[],
  draws: number,
  layout: Layout,
  unrecorded: Unrecorded | undefined,
): LoggedTree {
  const entries = trees.reduce((sum, tree) => sum + tree.entries, 1)
  const space = newSpace(entries, layout)
  const columns = viewColumns(space)
  const offsets: NodeId[] = []
  let end = 1
  for (const tree of trees) {
    offsets.push(end)
    copyBelow(space, tree, end)
    end += tree.entries
  }
  const roots = offsets.map((offset, i) => ({ offset, share: trees[i]!.chance / draws }))
  // The root: the mean of all outcomes, if all of them have values.
  const isKnown =
    (roots.length > 0 || unrecorded !== undefined) && roots.every(({ offset }) => (columns.flags[offset]! & FLAGS.STOPPED) === 0)
  for (const [agent, column] of [columns.value, ...columns.others].entries())
    column[0] = isKnown
      ? roots.reduce((sum, { offset, share }) => sum + share * column[offset]!, 0) + (unrecorded?.values[agent] ?? 0)
      : 0
  columns.nodes[0] = roots.reduce((sum, { offset }) => sum + columns.nodes[offset]!, 1) + (unrecorded?.nodes ?? 0)
  columns.children[0] = roots.length
  columns.link[0] = roots.length > 0 ? entries : 0
  columns.depth[0] = Math.min(DEEPEST, roots.reduce((most, { offset }) => Math.max(most, columns.depth[offset]!), 0) + 1)
  columns.kind[0] = KINDS.indexOf('chance')
  columns.flags[0] = (isKnown ? 0 : FLAGS.STOPPED) | (unrecorded ? FLAGS.NOT_RECORDED : 0)
  columns.alpha[0] = -Infinity
  columns.beta[0] = Infinity
  return { space, entries, log: joinLogs(trees, roots, columns, isKnown) }
}

function copyBelow(to: ColumnSpace, { space, entries, edge }: JoinedTree, at: NodeId): void {
  copyColumns(space, entries, to, at)
  const [its, columns] = [viewColumns(space), viewColumns(to)]
  const moved = (node: NodeId) => (node === 0 ? 0 : node + at)
  for (let node = 0; node < entries; node++) {
    columns.parent[at + node] = its.parent[node]! + at
    for (const name of ['link', 'first'] as const) columns[name][at + node] = moved(its[name][node]!)
  }
  columns.parent[at] = 0
  columns.edge[at] = edge
}

function joinLogs(
  trees: readonly JoinedTree[],
  roots: readonly { readonly offset: NodeId; readonly share: number }[],
  { value }: Columns,
  isKnown: boolean,
): LogData {
  const events = trees.reduce((sum, { log }) => sum + log.events + 1, 3)
  const writer = new LogWriter(((events + 8) * BYTES_PER_EVENT) / MEBIBYTE)
  writer.add('enter', 0, -Infinity, Infinity)
  writer.add('expand', 0, trees.length)
  let sum = 0
  for (const [i, tree] of trees.entries()) {
    const { offset, share } = roots[i]!
    const log = new EventLog(tree.log, tree.entries)
    for (let at = 0; at < log.events; at++) {
      const { kind, node, x, y } = log.event(at)
      if (kind === 'iteration') continue // of earlier depths, which are not part of the tree
      const isNode = kind === 'leave' || (kind === 'improve' && y !== 0)
      writer.add(kind, node + offset, x, isNode ? y + offset : y)
    }
    if (!log.isWhole) return { ...writer.data, isWhole: false }
    if (isKnown) writer.add('improve', 0, (sum += share * value[offset]!), offset)
  }
  if (isKnown)
    writer.add(
      'leave',
      0,
      value[0],
      trees.reduce((sum, { entries }) => sum + entries, 1),
    )
  return writer.data
}
