import type { Values } from '../game/game'
import {
  columnList,
  DEEPEST,
  FLAGS,
  KINDS,
  MOST_CHILDREN,
  newSpace,
  viewColumns,
  type ColumnSpace,
  type Columns,
  type NodeId,
  type NodeKind,
} from './format'
import { roomWhenDeep } from './writer'

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
  children: readonly { readonly edge: number }[]
  /** Number of children entered or passed over, and the edges of those passed over. */
  seen: number
  readonly passedOver: number[]
  /** The entry that the next child repeats; 0 if it has none. */
  again: NodeId | undefined
}

const NOWHERE = -1
/** Plies below the root that are always recorded in full, even if the search outgrows its room. */
const WHOLE_LEVELS = 2

/**
 * Writes a trace of the grown shape: each node gets its entry when it is entered. Once the room is used up, the search continues without
 * entries. A tree of visits grows at any place; its entries are in preorder only once it is finished.
 */
export class GrowingWriter {
  readonly #columns: Columns
  readonly #line: Open[] = []
  #entries = 0
  #nodes = 0
  /** In a tree of visits: all nodes, and the number of entries that their other children will take. */
  readonly #all: Open[] | undefined
  #reserved = 0

  constructor(readonly space: ColumnSpace) {
    this.#columns = viewColumns(space)
    if (space.hasVisits) this.#all = []
  }

  get entries(): number {
    return this.#entries
  }

  /** Positions entered, with or without an entry. */
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

  /** Enters a child of the current node, the root first. @param depth plies left */
  enter(kind: NodeKind, edge: number, depth: number, alpha: number, beta: number): NodeId | undefined {
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
    const nodesBefore = this.#nodes++
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
  expand(children: readonly { readonly edge: number }[]): void {
    const open = this.#line.at(-1)!
    if (this.#all && open.node !== NOWHERE) {
      if (children.length > MOST_CHILDREN || this.#entries + this.#reserved + children.length > this.space.capacity) {
        this.#columns.flags[open.node]! |= FLAGS.NOT_RECORDED
        return
      }
      this.#reserved += children.length - this.#columns.children[open.node]!
    }
    open.children = children
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
      if (flags & (FLAGS.HORIZON | FLAGS.PROBABILITY_CUT | FLAGS.TERMINAL)) this.#columns.kind[node] = KINDS.indexOf('leaf')
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
    for (const open of this.#all!) {
      const entered = new Set<number>()
      const { link, next, edge, children } = this.#columns
      if (children[open.node]! > 0)
        for (let child = link[open.node]!; child !== 0; child = next[child]!) entered.add(edge[child]!)
      for (const child of open.children) if (!entered.has(child.edge)) open.passedOver.push(child.edge)
      open.seen = open.children.length
      this.#appendUnseen(open, FLAGS.NOT_VISITED)
    }
    return inPreorder(this.space, this.#entries)
  }

  /**
   * Ends the search: nodes not left have no value.
   * @param isStopped true if it would have entered the other children; otherwise it did not need them
   */
  finish(isStopped: boolean): void {
    for (let open = this.#line.at(-1); open; open = this.#line.at(-1)) {
      if (open.node !== NOWHERE) this.#appendUnseen(open, isStopped ? FLAGS.STOPPED : FLAGS.NOT_VISITED)
      this.#goUp(open)
    }
  }

  /** The first child with this edge; 0 if it has no entry. */
  #entryOf({ node }: Open, edge: number): NodeId {
    if (node === NOWHERE || this.#columns.children[node] === 0) return 0
    let child = this.#columns.link[node]!
    while (child !== 0 && this.#columns.edge[child] !== edge) child = this.#columns.next[child]!
    return child
  }

  #hasRoom(above: Open | undefined): boolean {
    if (above && this.#columns.children[above.node] === MOST_CHILDREN) return false
    const { capacity } = this.space
    if (!this.#all) return this.#entries < (this.#line.length <= WHOLE_LEVELS ? capacity : roomWhenDeep(capacity))
    return (above !== undefined && above.children.length > 0) || this.#entries + this.#reserved < capacity
  }

  #goUp({ node, nodesBefore }: Open): void {
    this.#line.pop()
    if (node !== NOWHERE) this.#columns.nodes[node]! += this.#nodes - nodesBefore
  }

  #appendUnseen(open: Open, flag: number): void {
    const edges = [...open.passedOver, ...open.children.slice(open.seen).map(({ edge }) => edge)]
    for (const edge of edges) this.#append(open, 'leaf', edge, open.depth - 1, flag)
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
    columns.next[node] = 0
    columns.first[node] = 0
    if (above) {
      if (this.#all && above.children.length > 0) this.#reserved--
      columns.children[above.node]!++
      if (above.last === 0) columns.link[above.node] = node
      else columns.next[above.last] = node
      above.last = node
    }
    return node
  }
}

/** Copies entries whose siblings are linked into the order in which a walk comes to them. */
function inPreorder(space: ColumnSpace, entries: number): { readonly space: ColumnSpace; readonly entryOf: Uint32Array } {
  const [from, ordered] = [viewColumns(space), newSpace(entries, space)]
  const entryOf = new Uint32Array(entries)
  let node: NodeId = 0
  for (let entry = 0; entry < entries; entry++) {
    entryOf[node] = entry
    if (from.children[node]! > 0) node = from.link[node]!
    else {
      while (node !== 0 && from.next[node] === 0) node = from.parent[node]!
      node = from.next[node]!
    }
  }
  const to = viewColumns(ordered)
  for (const { of } of columnList(space)) for (let at = 0; at < entries; at++) of(to)[entryOf[at]!] = of(from)[at]!
  for (const column of [to.parent, to.link, to.next]) for (let at = 0; at < entries; at++) column[at] = entryOf[column[at]!]!
  return { space: ordered, entryOf }
}

/** The search enters a child: children before it may still be entered, or are not visited. */
function passOver(above: Open | undefined, edge: number): void {
  if (!above) return
  const passed = above.passedOver.indexOf(edge)
  if (passed >= 0) {
    above.passedOver.splice(passed, 1)
    return
  }
  while (above.seen < above.children.length && above.children[above.seen]!.edge !== edge)
    above.passedOver.push(above.children[above.seen++]!.edge)
  above.seen++
}

function idOf(node: NodeId | undefined): NodeId | undefined {
  return node === undefined || node === NOWHERE ? undefined : node
}
