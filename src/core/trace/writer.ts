import type { LevelTimes } from './levelTimes'
import { FLAGS, KINDS, viewColumns, type ColumnSpace, type Columns, type NodeId, type NodeKind } from './format'

/** A node that is being searched. */
interface Open {
  /** −1 when it has no entry. */
  readonly node: NodeId
  /** Moves tried before it was entered. */
  readonly nodesBefore: number
  /** The next child to enter; −1 if the children have no entries. */
  next: NodeId
  /** When it was entered, if times are measured. */
  readonly since: number | undefined
  /** True if its time is measured apart from that of the node above. */
  isTimed: boolean
}

const NOWHERE = -1

/** Room reserved for the first two pairs below the root: 4 moves, 30 tiles each, 4 moves, 30 tiles are 15,005 nodes. */
const KEPT = 2 ** 14

/**
 * Most entries in use when a node of this depth gets its children. A search that outgrows its room is thus recorded in full in its first
 * two pairs, in any order of search. The kernel has the same rule.
 */
function roomAt(depth: number, rootDepth: number, capacity: number): number {
  return depth + 1 >= rootDepth ? capacity : roomWhenDeep(capacity)
}

/** Maximum number of entries in use when a node far from the root gets one. */
export function roomWhenDeep(capacity: number): number {
  return capacity - Math.min(capacity / 8, KEPT)
}

/**
 * Records a search that calls it at three places: `expand` when a node gets its children, `enter` before each child is searched, `leave`
 * with the value of a finished node. Once the room is used up, the search continues without entries.
 */
export class TraceWriter {
  readonly #columns: Columns
  readonly #open: Open[] = [{ node: NOWHERE, nodesBefore: 0, next: 0, since: undefined, isTimed: false }]
  #entries = 1

  /** Makes the root's entry. @param times notified of each change of level, if times are measured */
  constructor(
    readonly space: ColumnSpace,
    kind: NodeKind,
    depth: number,
    readonly times?: LevelTimes,
  ) {
    this.#columns = viewColumns(space)
    this.#fill(0, kind, 0, depth)
  }

  /** Entries so far. */
  get entries(): number {
    return this.#entries
  }

  /** The current node; `undefined` if there was no room for it. */
  get node(): NodeId | undefined {
    const { node } = this.#top
    return node === NOWHERE ? undefined : node
  }

  /** Gives the current node its children, in the order in which they will be entered. @param depth left, for those without their own */
  expand(kind: NodeKind, depth: number, children: readonly { readonly edge: number; readonly depth?: number }[]): void {
    const open = this.#top
    if (children.length === 0) return
    this.times?.goTo(this.#level, open.since)
    open.isTimed = true
    if (open.node === NOWHERE) return
    const room = roomAt(this.#columns.depth[open.node]!, this.#columns.depth[0]!, this.space.capacity)
    if (this.#entries + children.length > room) {
      this.#columns.flags[open.node]! |= FLAGS.NOT_RECORDED
      return
    }
    open.next = this.#entries
    this.#columns.link[open.node] = this.#entries
    this.#columns.children[open.node] = children.length
    for (const { edge, depth: own = depth } of children) {
      this.#columns.parent[this.#entries] = open.node
      this.#fill(this.#entries++, kind, edge, own)
    }
  }

  /** Enters the next child of the current node, the root first. `nodes` is the search's count of moves tried so far. */
  enter(nodes: number): void {
    const open = this.#top
    this.#open.push({ node: open.next, nodesBefore: nodes, next: NOWHERE, since: this.times?.now(), isTimed: false })
    if (open.next !== NOWHERE) open.next++
  }

  /**
   * Writes the value of the current node, and returns to the parent.
   * @param source for a table hit, the node that computed its value
   */
  leave(value: number, nodes: number, flags = 0, source?: NodeId): void {
    const { node, nodesBefore, isTimed } = this.#open.pop()!
    if (isTimed) this.times?.goTo(Math.max(0, this.#level))
    if (node === NOWHERE) return
    this.#columns.value[node] = value
    this.#columns.nodes[node] = nodes - nodesBefore
    this.#columns.flags[node] = flags | (this.#columns.flags[node]! & FLAGS.NOT_RECORDED)
    if (source !== undefined) this.#columns.link[node] = source
    if (flags & (FLAGS.HORIZON | FLAGS.PROBABILITY_CUT)) this.#columns.kind[node] = KINDS.indexOf('leaf')
  }

  /** Lets another writer of the same space add entries: hands over the number used, and takes it back. */
  resume(entries: number): void {
    this.#entries = entries
  }

  /** Level of the current node. */
  get #level(): number {
    return this.#open.length - 2
  }

  get #top(): Open {
    return this.#open.at(-1)!
  }

  #fill(node: NodeId, kind: NodeKind, edge: number, depth: number): void {
    this.#columns.kind[node] = KINDS.indexOf(kind)
    this.#columns.edge[node] = edge
    this.#columns.depth[node] = depth
    this.#columns.flags[node] = FLAGS.STOPPED // until it is left
  }
}
