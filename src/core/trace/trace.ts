import type { Values } from '../game/game'
import { boundOf, type Bound } from '../game/bounds'
import { EventLog, type LogData } from './eventLog'
import {
  type ColumnSpace,
  type Columns,
  FLAGS,
  FLAG_NAMES,
  type FlagName,
  KINDS,
  type NodeId,
  type NodeKind,
  type TraceHead,
  exactSpace,
  viewColumns,
} from './format'

/** The data of a trace; structured clone sends it to another thread without copying its columns. */
export interface TraceData<Head = TraceHead> {
  readonly head: Head
  readonly space: ColumnSpace
  readonly entries: number
  /** The searcher's events, if they were logged: they are for all but 2048's own. */
  readonly log?: LogData
}

/** Reads a recorded tree. Nodes are numbers; each answer takes O(1), or time proportional to its length. */
export class Trace<Head = TraceHead> {
  readonly head: Head
  readonly entries: number
  readonly columns: Columns
  /** The searcher's events, if they were logged. */
  readonly log: EventLog | undefined

  constructor(readonly data: TraceData<Head>) {
    this.head = data.head
    this.entries = data.entries
    this.columns = viewColumns(data.space)
    this.log = data.log && new EventLog(data.log, data.entries)
  }

  /** Copies the tree without its log into a buffer of its exact size. */
  copied(): TraceData<Head> {
    return { head: this.head, space: exactSpace(this.data.space, this.entries), entries: this.entries }
  }

  kind(node: NodeId): NodeKind {
    return KINDS[this.columns.kind[node]!]!
  }

  /** `undefined` if the search did not finish the node. */
  value(node: NodeId): number | undefined {
    return this.has(node, FLAGS.STOPPED | FLAGS.NOT_VISITED) ? undefined : this.columns.value[node]!
  }

  /** Like `value`, for one agent. A tree with values of the first agent alone has at most two agents, and one's gain is the other's loss. */
  valueTo(node: NodeId, agent: number): number | undefined {
    const value = this.value(node)
    if (value === undefined || agent === 0) return value
    const { others } = this.columns
    return others.length === 0 ? 0 - value : others[agent - 1]?.[node]
  }

  /** The node's value to each agent; `undefined` as in `value`, and if the tree has values of the first agent alone. */
  values(node: NodeId): Values | undefined {
    const value = this.value(node)
    const { others } = this.columns
    return value === undefined || others.length === 0 ? undefined : [value, ...others.map(column => column[node]!)]
  }

  /** Visits of a node, if values are means of visits. */
  visits(node: NodeId): number | undefined {
    return this.columns.visits[node]
  }

  /** True if the node is known. */
  isThere(_node: NodeId): boolean {
    return true
  }

  /** True if the node is final. */
  isDone(_node: NodeId): boolean {
    return true
  }

  /** True if its parent has already used its value, in a comparison or a sum. */
  isCounted(_node: NodeId): boolean {
    return true
  }

  /** The searcher's count of nodes at and below the node. */
  effort(node: NodeId): number {
    return this.columns.nodes[node]!
  }

  /** How its value relates to the true one: outside the window of its search it is only a bound. */
  bound(node: NodeId): Bound | undefined {
    const value = this.value(node)
    if (value === undefined) return undefined
    if (this.has(node, FLAGS.PROBED)) return this.kind(node) === 'max' ? 'lower' : 'upper'
    return boundOf(value, this.columns.alpha[node] ?? -Infinity, this.columns.beta[node] ?? Infinity)
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

  childCount(node: NodeId): number {
    return this.columns.children[node]!
  }

  /** 0 if the node has no child. */
  firstChild(node: NodeId): NodeId {
    return this.columns.children[node] === 0 ? 0 : node + 1
  }

  /** In the order of the search; 0 after the last. */
  nextSibling(node: NodeId): NodeId {
    const { parent } = this.columns
    const next = this.end(node)
    return next < this.entries && parent[next] === parent[node] ? next : 0
  }

  /** The entry after the node and all that is below it. */
  end(node: NodeId): NodeId {
    return this.columns.children[node] === 0 ? node + 1 : this.columns.link[node]!
  }

  children(node: NodeId): NodeId[] {
    const children: NodeId[] = []
    for (let child = this.firstChild(node); child !== 0; child = this.nextSibling(child)) children.push(child)
    return children
  }

  /** The child that an edge leads to. If a position was searched more than once, the last search, whose value counts. */
  child(node: NodeId, edge: number): NodeId | undefined {
    return this.children(node).findLast(child => this.columns.edge[child] === edge)
  }

  /** For a position that was searched again: its first entry below the same parent. */
  firstSearch(node: NodeId): NodeId | undefined {
    return this.has(node, FLAGS.SEARCHED_AGAIN) ? this.columns.first[node]! : undefined
  }

  /** For a table hit: the node that computed its value, if it was recorded. */
  source(node: NodeId): NodeId | undefined {
    return this.has(node, FLAGS.TABLE_HIT) && this.columns.link[node] !== 0 ? this.columns.link[node]! : undefined
  }

  /** Nodes from the root to the node, both included. */
  path(node: NodeId): NodeId[] {
    const path = [node]
    for (let at = this.parent(node); at !== undefined; at = this.parent(at)) path.push(at)
    return path.reverse()
  }

  /** The edges from the root to a node: an address that is valid in any trace of the same root. Repeated searches share it. */
  edges(node: NodeId): number[] {
    return this.path(node)
      .slice(1)
      .map(each => this.columns.edge[each]!)
  }

  /** The node at the end of a line of edges from the root; `undefined` if it was not recorded. */
  follow(edges: readonly number[]): NodeId | undefined {
    let node: NodeId | undefined = 0
    for (const edge of edges) if (node !== undefined) node = this.child(node, edge)
    return node
  }
}
