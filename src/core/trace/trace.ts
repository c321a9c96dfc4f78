import {
  FLAG_NAMES,
  FLAGS,
  KINDS,
  viewColumns,
  columnList,
  newSpace,
  type ColumnSpace,
  type Columns,
  type FlagName,
  type NodeId,
  type NodeKind,
} from './format'
import type { TraceHead } from './head'

/** What a trace is made of; structured clone sends it to another thread without a copy of its columns. */
export interface TraceData {
  readonly head: TraceHead
  readonly space: ColumnSpace
  readonly entries: number
}

/** Reads a recorded tree. Nodes are numbers; all answers are O(1) or as long as what they give. */
export class Trace {
  readonly head: TraceHead
  readonly entries: number
  readonly columns: Columns

  constructor(readonly data: TraceData) {
    this.head = data.head
    this.entries = data.entries
    this.columns = viewColumns(data.space)
  }

  /** The same tree in a buffer of its own that holds no more than it. */
  copied(): TraceData {
    const space = newSpace(this.entries, this.data.space.hasWindow)
    const columns = viewColumns(space)
    for (const { name } of columnList(space.hasWindow)) columns[name].set(this.columns[name].subarray(0, this.entries))
    return { head: this.head, space, entries: this.entries }
  }

  kind(node: NodeId): NodeKind {
    return KINDS[this.columns.kind[node]!]!
  }

  /** `undefined` of a node that a stopped search did not finish. */
  value(node: NodeId): number | undefined {
    return this.has(node, FLAGS.STOPPED) ? undefined : this.columns.value[node]!
  }

  has(node: NodeId, flag: number): boolean {
    return (this.columns.flags[node]! & flag) !== 0
  }

  flagNames(node: NodeId): FlagName[] {
    return FLAG_NAMES.filter((_, bit) => this.has(node, 1 << bit))
  }

  parent(node: NodeId): NodeId | undefined {
    return node === 0 ? undefined : this.columns.parent[node]!
  }

  /** First child, 0 if the node has none. The others follow. */
  firstChild(node: NodeId): NodeId {
    return this.columns.children[node] === 0 ? 0 : this.columns.link[node]!
  }

  children(node: NodeId): NodeId[] {
    const first = this.firstChild(node)
    return Array.from({ length: this.columns.children[node]! }, (_, i) => first + i)
  }

  /** The child that an edge leads to. */
  child(node: NodeId, edge: number): NodeId | undefined {
    return this.children(node).find(child => this.columns.edge[child] === edge)
  }

  /** Of a table hit the node that had computed its value, if that was recorded. */
  source(node: NodeId): NodeId | undefined {
    return this.has(node, FLAGS.TABLE_HIT) && this.columns.link[node] !== 0 ? this.columns.link[node]! : undefined
  }

  /** From the root to the node, both included. */
  path(node: NodeId): NodeId[] {
    const path = [node]
    for (let at = this.parent(node); at !== undefined; at = this.parent(at)) path.push(at)
    return path.reverse()
  }

  /** The edges from the root to a node: an address that means the same in another trace of the same root. */
  edges(node: NodeId): number[] {
    return this.path(node)
      .slice(1)
      .map(each => this.columns.edge[each]!)
  }

  /** The node at the end of some edges from the root, as far as it was recorded. */
  follow(edges: readonly number[]): NodeId | undefined {
    let node: NodeId | undefined = 0
    for (const edge of edges) if (node !== undefined) node = this.child(node, edge)
    return node
  }

  /** The entries below a node, children and all: from the first up to, not including, the second. */
  below(node: NodeId): readonly [from: NodeId, to: NodeId] {
    const first = this.firstChild(node)
    if (first === 0) return [0, 0]
    // What comes next belongs to the sibling that was expanded next, of this node or of one further up.
    for (let at = node; at !== 0; at = this.columns.parent[at]!) {
      const starts = this.children(this.columns.parent[at]!).map(sibling => this.firstChild(sibling))
      const next = Math.min(...starts.filter(start => start > first))
      if (next < Infinity) return [first, next]
    }
    return [first, this.entries]
  }
}
