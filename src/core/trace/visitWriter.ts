import type { Values } from '../games/game'
import { FLAGS, KINDS, MOST_CHILDREN, viewColumns, type ColumnSpace, type Columns, type NodeId, type NodeKind } from './format'

/** A node in the order in which nodes were entered. */
interface Grown {
  readonly kind: number
  readonly edge: number
  readonly parent: number
  /** In the order in which they were entered. */
  readonly children: number[]
  /** All of its edges, once it was expanded. */
  edges: readonly number[]
  /** Positions that were entered at and below it, rollouts and all. */
  nodes: number
  visits: number
  values: Values
  flags: number
}

const NOWHERE = -1

/**
 * Writes a trace of a tree that grows by one node at a time, wherever the search likes to. Entries are in preorder, which is known only
 * at its end: until then nodes have numbers in the order in which they were entered.
 */
export class VisitWriter {
  readonly #nodes: Grown[] = []
  /** From the root to the node in hand, by these numbers. */
  readonly #line: number[] = []
  /** Entries that the nodes and the children that were not visited will need. */
  #needed = 0

  constructor(readonly space: ColumnSpace) {}

  /** The node in hand by its number, `undefined` where there was no room for it. */
  get node(): number | undefined {
    const node = this.#line.at(-1)
    return node === NOWHERE ? undefined : node
  }

  get isEmpty(): boolean {
    return this.#nodes.length === 0
  }

  /** Goes down to a new child of the node in hand, at first to the root. */
  enter(kind: NodeKind, edge: number): void {
    const parent = this.#line.at(-1)
    const above = parent === undefined ? undefined : this.#nodes[parent]
    const needs = above && above.edges.length > 0 ? 0 : 1 // the edges of an expanded node were counted
    if (parent !== undefined && (!above || this.#needed + needs > this.space.capacity)) {
      if (above) above.flags |= FLAGS.NOT_RECORDED
      this.#line.push(NOWHERE)
      return
    }
    const node = this.#nodes.length
    this.#needed += needs
    this.#nodes.push({
      ...{
        kind: KINDS.indexOf(kind),
        edge,
        parent: parent ?? 0,
        children: [],
        edges: [],
        nodes: 0,
        visits: 0,
        values: [],
        flags: 0,
      },
    })
    above?.children.push(node)
    this.#line.push(node)
  }

  /** Goes down to a child of the node in hand, or to the root, once more. @param node its number */
  visit(node: number | undefined): void {
    this.#line.push(node ?? NOWHERE)
  }

  /** The node in hand has these children. */
  expand(children: readonly { readonly edge: number }[]): void {
    const node = this.#inHand()
    if (!node) return
    if (children.length > MOST_CHILDREN || this.#needed + children.length > this.space.capacity) {
      node.flags |= FLAGS.NOT_RECORDED
      return
    }
    node.edges = children.map(({ edge }) => edge)
    this.#needed += children.length - node.children.length
  }

  /** The game is over at the node in hand. */
  end(): void {
    const node = this.#inHand()
    if (node) node.flags |= FLAGS.TERMINAL
  }

  /** Counts positions that were entered at or below the node in hand, which are no nodes. */
  count(positions: number): void {
    for (const number of this.#line) if (number !== NOWHERE) this.#nodes[number]!.nodes += positions
  }

  /** What the node in hand is worth by now; goes back up. */
  backUp(values: Values, visits: number): void {
    const node = this.#inHand()
    if (node) {
      node.values = values
      node.visits = visits
    }
    this.#line.pop()
  }

  /** Writes the columns. A search that was interrupted leaves its last visit out. @returns entries, and the entry of each number */
  finish(): { readonly entries: number; readonly entryOf: Uint32Array } {
    const columns = viewColumns(this.space)
    const entryOf = new Uint32Array(this.#nodes.length)
    let entries = 0
    const place = (above: NodeId, last: NodeId): NodeId => {
      const entry = entries++
      clear(columns, entry)
      columns.parent[entry] = above
      if (entry > 0) {
        columns.children[above]!++
        if (last === 0) columns.link[above] = entry
        else columns.next[last] = entry
      }
      return entry
    }
    // depth first, without calls: a line can be longer than they go
    const line = [{ number: 0, entry: this.#write(columns, 0, place(0, 0), entryOf), next: 0, last: 0 }]
    for (let open = line.at(-1); open; open = line.at(-1)) {
      const { children, edges } = this.#nodes[open.number]!
      const child = children[open.next++]
      if (child !== undefined) {
        const entry = this.#write(columns, child, place(open.entry, open.last), entryOf)
        open.last = entry
        line.push({ number: child, entry, next: 0, last: 0 })
        continue
      }
      const entered = new Set(children.map(each => this.#nodes[each]!.edge))
      for (const edge of edges) {
        if (entered.has(edge)) continue
        open.last = place(open.entry, open.last)
        columns.edge[open.last] = edge
        columns.kind[open.last] = KINDS.indexOf('leaf')
        columns.flags[open.last] = FLAGS.NOT_VISITED
      }
      line.pop()
    }
    return { entries, entryOf }
  }

  #write(columns: Columns, number: number, entry: NodeId, entryOf: Uint32Array): NodeId {
    const { kind, edge, nodes, visits, values, flags } = this.#nodes[number]!
    entryOf[number] = entry
    columns.edge[entry] = edge
    columns.nodes[entry] = nodes
    columns.visits[entry] = visits
    columns.value[entry] = values[0] ?? 0
    for (const [other, column] of columns.others.entries()) column[entry] = values[other + 1] ?? 0
    columns.flags[entry] = visits === 0 ? flags | FLAGS.STOPPED : flags
    columns.kind[entry] = (flags & FLAGS.TERMINAL) === 0 ? kind : KINDS.indexOf('leaf')
    return entry
  }

  #inHand(): Grown | undefined {
    const node = this.node
    return node === undefined ? undefined : this.#nodes[node]
  }
}

function clear(columns: Columns, entry: NodeId): void {
  const { value, nodes, link, edge, children, flags, depth, kind, alpha, beta, next, first, visits, others } = columns
  for (const column of [value, nodes, link, edge, children, flags, depth, kind, next, first, visits, ...others]) column[entry] = 0
  alpha[entry] = -Infinity
  beta[entry] = Infinity
}
