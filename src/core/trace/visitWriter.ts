import type { Values } from '../game/game'
import { FLAGS, KINDS, MOST_CHILDREN, viewColumns, type ColumnSpace, type Columns, type NodeId, type NodeKind } from './format'

/** A node, numbered in the order of entry. */
interface Grown {
  readonly kind: number
  readonly edge: number
  readonly parent: number
  /** In the order of entry. */
  readonly children: number[]
  /** All of its edges, once it is expanded. */
  edges: readonly number[]
  /** Positions entered at and below it, including rollouts. */
  nodes: number
  visits: number
  values: Values
  flags: number
}

const NOWHERE = -1

/**
 * Writes a trace of a tree that grows one node at a time, at any place. Entries are in preorder, which is known only at the end: until then
 * nodes are numbered in the order of entry.
 */
export class VisitWriter {
  readonly #nodes: Grown[] = []
  /** From the root to the current node, by these numbers. */
  readonly #line: number[] = []
  /** Entries needed for the nodes and for the children that were not visited. */
  #needed = 0

  constructor(readonly space: ColumnSpace) {}

  /** Number of the current node; `undefined` if there was no room for it. */
  get node(): number | undefined {
    const node = this.#line.at(-1)
    return node === NOWHERE ? undefined : node
  }

  get isEmpty(): boolean {
    return this.#nodes.length === 0
  }

  /** Enters a new child of the current node, the root first. */
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

  /** Enters a known child of the current node, or the root, once more. @param node its number */
  visit(node: number | undefined): void {
    this.#line.push(node ?? NOWHERE)
  }

  /** Sets the children of the current node. */
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

  /** Marks the current node as the end of a game. */
  end(): void {
    const node = this.#inHand()
    if (node) node.flags |= FLAGS.TERMINAL
  }

  /** Counts positions entered at or below the current node that are not nodes. */
  count(positions: number): void {
    for (const number of this.#line) if (number !== NOWHERE) this.#nodes[number]!.nodes += positions
  }

  /** Sets the value of the current node so far, and returns to the parent. */
  backUp(values: Values, visits: number): void {
    const node = this.#inHand()
    if (node) {
      node.values = values
      node.visits = visits
    }
    this.#line.pop()
  }

  /**
   * Writes the columns, without the last visit if the search was interrupted.
   * @returns the number of entries, and the entry of each number
   */
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
    // depth first, without recursion: a line can be longer than the call stack
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
