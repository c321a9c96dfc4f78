import type { Values } from '../game/game'
import {
  DEEPEST,
  FLAGS,
  KINDS,
  MOST_CHILDREN,
  inSearchOrder,
  viewColumns,
  type ColumnSpace,
  type Columns,
  type NodeId,
  type NodeKind,
} from './format'

/** A child that will be searched. Kind and depth are those of its entry if the search does not come to it; absent: a leaf, one ply less. */
interface Child {
  readonly edge: number
  readonly kind?: NodeKind
  readonly depth?: number
}

/** A node that is being searched. */
interface Open {
  /** −1 when it has no entry. */
  readonly node: NodeId
  /** Positions entered before it; in a tree of visits, before the current one. */
  nodesBefore: number
  /** Plies left. */
  readonly depth: number
  flags: number
  /** The last child with an entry, 0 before the first. */
  last: NodeId
  /** The children, in the order of the search. */
  children: readonly Child[]
  /** Number of children entered or passed over, and those passed over. */
  seen: number
  readonly passedOver: Child[]
  /** The entry that the next child repeats; 0 if it has none. */
  again: NodeId | undefined
}

const NOWHERE = -1
/** Plies below the root that are always recorded in full, even if the search outgrows its room. */
const WHOLE_LEVELS = 2
/** Room reserved for the first two pairs of 2048: 4 moves, 30 tiles each, 4 moves, 30 tiles are 15,005 nodes. The kernel has the same rule. */
const KEPT = 2 ** 14

/**
 * Writes a trace: each node gets its entry when it is entered. Once the room is used up, the search continues without entries. In a tree
 * without windows, and in one of visits, all children of a node get entries or none. A tree of visits grows at any place; its entries are
 * in the order of the search only once it is finished.
 */
export class TraceWriter {
  readonly #columns: Columns
  readonly #line: Open[] = []
  #entries = 0
  #nodes = 0
  /** In a tree of visits: all nodes. */
  readonly #all: Open[] | undefined
  /** Number of entries for children that are not entered yet, if those are reserved. */
  #reserved = 0
  readonly #reserves: boolean

  constructor(readonly space: ColumnSpace) {
    this.#columns = viewColumns(space)
    if (space.hasVisits) this.#all = []
    this.#reserves = !space.hasWindows || space.hasVisits === true
  }

  get entries(): number {
    return this.#entries
  }

  /** The search's count: positions entered, with or without an entry, or moves tried. */
  get nodes(): number {
    return this.#nodes
  }

  /** True once the root was left. */
  get isDone(): boolean {
    return this.#nodes > 0 && this.#line.length === 0
  }

  /** The current node; `undefined` if there was no room for it. */
  get node(): NodeId | undefined {
    return idOf(this.#line.at(-1)?.node)
  }

  /** The last child of the current node that has an entry. */
  get lastChild(): NodeId | undefined {
    return this.#line.at(-1)?.last || undefined
  }

  /** Enters a child of the current node, the root first. @param depth left @param nodes that the search counts for it */
  enter(kind: NodeKind, edge: number, depth: number, alpha = -Infinity, beta = Infinity, nodes = 1): NodeId | undefined {
    const above = this.#line.at(-1)
    const first = above?.again ?? 0
    if (!this.#all && above?.again === undefined) passOver(above, edge)
    const node = this.#append(above, kind, edge, depth, FLAGS.STOPPED) // until it is left
    if (above) above.again = undefined
    if (node !== NOWHERE) {
      this.#columns.alpha[node] = alpha
      this.#columns.beta[node] = beta
      if (first !== 0) {
        this.#columns.flags[node]! |= FLAGS.SEARCHED_AGAIN
        this.#columns.first[node] = first
      }
    }
    const flags = first === 0 ? 0 : FLAGS.SEARCHED_AGAIN
    const nodesBefore = this.#nodes
    this.#nodes += nodes
    const open = { node, nodesBefore, depth, flags, last: 0, children: [], seen: 0, passedOver: [], again: undefined }
    this.#line.push(open)
    if (node !== NOWHERE) this.#all?.push(open)
    return idOf(node)
  }

  /** Descends to a known child of the current node, or to the root, once more. @param node `undefined` if it has no entry */
  visit(node: NodeId | undefined): void {
    const open = node === undefined ? { ...this.#line.at(-1)!, node: NOWHERE } : this.#all![node]!
    open.nodesBefore = this.#nodes++
    this.#line.push(open)
  }

  /** Sets the children of the current node. */
  expand(children: readonly Child[]): void {
    const open = this.#line.at(-1)!
    if (this.#reserves && open.node !== NOWHERE) {
      if (children.length > MOST_CHILDREN || this.#entries + this.#reserved + children.length > this.#roomBelow(open)) {
        this.#columns.flags[open.node]! |= FLAGS.NOT_RECORDED
        return
      }
      this.#reserved += children.length - this.#columns.children[open.node]!
    }
    open.children = children
  }

  /** Takes over the entries that another writer of the same space made at and below the current node, and returns to the parent. */
  resume(entries: number, nodes: number): void {
    this.#entries = entries
    this.#nodes += nodes
    this.#line.pop()
  }

  /** Entries reserved for children that are not entered yet. */
  get reserved(): number {
    return this.#reserved
  }

  /** Counts positions entered at or below the current node that are not nodes. */
  count(positions: number): void {
    this.#nodes += positions
  }

  /** The next child entered was entered before: the one of this edge, or the last. */
  again(edge?: number): void {
    const open = this.#line.at(-1)!
    open.again = edge === undefined ? open.last : this.#entryOf(open, edge)
  }

  /** The other children of the current node cannot matter. @param bound end of its window that a chance node reached */
  cut(bound: number): void {
    const open = this.#line.at(-1)!
    if (open.node === NOWHERE) return
    const kind = KINDS[this.#columns.kind[open.node]!]
    const isBeta = kind === 'max' || (kind === 'chance' && bound === this.#columns.beta[open.node])
    open.flags |= isBeta ? FLAGS.BETA_CUT : FLAGS.ALPHA_CUT
  }

  /**
   * Writes the value of the current node, marks its children that were not visited, and returns to the parent.
   * @param source of a table hit
   * @param values if the trace has one for each agent
   */
  leave(value: number, flags: number, source?: NodeId, values: Values = []): void {
    const open = this.#line.at(-1)!
    const { node } = open
    if (node !== NOWHERE) {
      this.#appendUnseen(open, FLAGS.NOT_VISITED)
      this.#columns.value[node] = value
      for (const [other, column] of this.#columns.others.entries()) column[node] = values[other + 1]!
      this.#columns.flags[node] = open.flags | flags | (this.#columns.flags[node]! & FLAGS.NOT_RECORDED)
      // a board without a move is still a player's
      const ends = FLAGS.HORIZON | FLAGS.PROBABILITY_CUT | (this.space.hasWindows ? FLAGS.TERMINAL : 0)
      if (flags & ends) this.#columns.kind[node] = KINDS.indexOf('leaf')
      if (source !== undefined) this.#columns.link[node] = source
    }
    this.#goUp(open)
  }

  /** Marks the current node as the end of a game. */
  end(): void {
    const { node } = this.#line.at(-1)!
    if (node === NOWHERE) return
    this.#columns.flags[node]! |= FLAGS.TERMINAL
    this.#columns.kind[node] = KINDS.indexOf('leaf')
  }

  /** Writes the value of the current node so far, and returns to the parent. */
  backUp(values: Values, visits: number): void {
    const open = this.#line.at(-1)!
    const { node } = open
    if (node !== NOWHERE) {
      this.#columns.value[node] = values[0]!
      for (const [other, column] of this.#columns.others.entries()) column[node] = values[other + 1]!
      this.#columns.visits[node] = visits
      this.#columns.flags[node]! &= ~FLAGS.STOPPED
    }
    this.#goUp(open)
  }

  /**
   * Ends a tree of visits: the last visit counts for nothing if it was interrupted.
   * @returns its columns in preorder, and the entry of each node
   */
  finishVisits(): { readonly space: ColumnSpace; readonly entryOf: Uint32Array } {
    for (let open = this.#line.at(-1); open; open = this.#line.at(-1)) this.#goUp(open)
    const { parent, edge } = this.#columns
    const entered = new Set<number>()
    for (let node = 1; node < this.#entries; node++) entered.add(edgeId(parent[node]!, edge[node]!))
    for (const open of this.#all!) {
      for (const child of open.children) if (!entered.has(edgeId(open.node, child.edge))) open.passedOver.push(child)
      open.seen = open.children.length
      this.#appendUnseen(open, FLAGS.NOT_VISITED)
    }
    return inSearchOrder(this.space, this.#entries)!
  }

  /**
   * Ends the search: nodes not left have no value.
   * @param isStopped true if it would have entered the other children; otherwise it did not need them
   */
  finish(isStopped: boolean): void {
    for (let open = this.#line.at(-1); open; open = this.#line.at(-1)) {
      if (open.node !== NOWHERE) this.#appendUnseen(open, isStopped ? FLAGS.STOPPED : FLAGS.NOT_VISITED)
      this.#goUp(open, this.space.hasWindows === true)
    }
  }

  /** The first child with this edge; 0 if it has no entry. */
  #entryOf({ node }: Open, edge: number): NodeId {
    if (node === NOWHERE) return 0
    const { children, link, edge: edges } = this.#columns
    let child = node + 1
    while (child < this.#entries && edges[child] !== edge) child = children[child] === 0 ? child + 1 : link[child]!
    return child < this.#entries ? child : 0
  }

  /** Maximum number of entries in use when a node gets its children. */
  #roomBelow({ depth }: Open): number {
    const { capacity, hasVisits } = this.space
    return hasVisits || depth + 1 >= this.#line[0]!.depth ? capacity : roomWhenDeep(capacity)
  }

  #hasRoom(above: Open | undefined): boolean {
    if (above && this.#columns.children[above.node] === MOST_CHILDREN) return false
    const { capacity } = this.space
    if (!this.#reserves) return this.#entries < (this.#line.length <= WHOLE_LEVELS ? capacity : roomWhenDeep(capacity))
    if (above && above.children.length > 0) return true
    return this.space.hasVisits || !above ? this.#entries + this.#reserved < capacity : false
  }

  /** @param isCounted false: the node does not say what the search counted */
  #goUp({ node, nodesBefore }: Open, isCounted = true): void {
    this.#line.pop()
    if (node === NOWHERE) return
    if (isCounted) this.#columns.nodes[node]! += this.#nodes - nodesBefore
    if (!this.#all && this.#columns.children[node]! > 0) this.#columns.link[node] = this.#entries
  }

  #appendUnseen(open: Open, flag: number): void {
    for (const child of open.passedOver) this.#appendChild(open, child, flag)
    for (let i = open.seen; i < open.children.length; i++) this.#appendChild(open, open.children[i]!, flag)
  }

  #appendChild(open: Open, { kind = 'leaf', edge, depth = open.depth - 1 }: Child, flag: number): void {
    this.#append(open, kind, edge, depth, flag)
  }

  /** Adds an entry below a node; `NOWHERE` if there is no room. */
  #append(above: Open | undefined, kind: NodeKind, edge: number, depth: number, flags: number): NodeId {
    const columns = this.#columns
    if (above?.node === NOWHERE) return NOWHERE
    if (!this.#hasRoom(above)) {
      if (above) columns.flags[above.node]! |= FLAGS.NOT_RECORDED
      return NOWHERE
    }
    const node = this.#entries++
    columns.value[node] = 0
    columns.nodes[node] = 0
    columns.parent[node] = above?.node ?? 0
    columns.link[node] = 0
    columns.edge[node] = edge
    columns.children[node] = 0
    columns.flags[node] = flags
    columns.depth[node] = Math.min(Math.max(0, depth), DEEPEST)
    columns.kind[node] = KINDS.indexOf(kind)
    columns.alpha[node] = -Infinity
    columns.beta[node] = Infinity
    columns.first[node] = 0
    if (above) {
      if (this.#reserves && above.children.length > 0) this.#reserved--
      columns.children[above.node]!++
      above.last = node
    }
    return node
  }
}

/** Maximum number of entries in use when a node far from the root gets one. */
function roomWhenDeep(capacity: number): number {
  return capacity - Math.min(capacity / 8, KEPT)
}

/** The search enters a child: children before it may still be entered, or are not visited. */
function passOver(above: Open | undefined, edge: number): void {
  if (!above) return
  const passed = above.passedOver.findIndex(child => child.edge === edge)
  if (passed >= 0) {
    above.passedOver.splice(passed, 1)
    return
  }
  while (above.seen < above.children.length && above.children[above.seen]!.edge !== edge)
    above.passedOver.push(above.children[above.seen++]!)
  above.seen++
}

function idOf(node: NodeId | undefined): NodeId | undefined {
  return node === undefined || node === NOWHERE ? undefined : node
}

/** A number for an edge from a node. */
function edgeId(node: NodeId, edge: number): number {
  return node * (MOST_CHILDREN + 1) + edge
}
