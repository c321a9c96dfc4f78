import { finish, type Sliced } from '../sliced'
import type { Place } from './views'
import type { RecordedTree } from './recordedTree'
import { type ChildFilter, filteredChildren, showsOutcomes, sorterOf } from './filter'
import { NO_FILTER, type TreeFilter, type TreeSort } from './views'
import { walk } from './walk'
import type { NodeId } from '../trace/format'

/**
 * Most rows of an outline. Browsers limit an element to a height of 33,554,400 px, and a row takes up to 30, so rows beyond could not be
 * reached by scrolling.
 */
const MOST_OUTLINE_ROWS = 1_100_000

/** State of a node: folded with nothing unfolded below it; folded, perhaps with unfolded nodes below; unfolded, plus its rows. */
const UNTOUCHED = 0
const FOLDED = 1
const OPEN = 2

/** Initial room in a list of nodes. */
const FEWEST = 1024

/** The place of a row. */
export interface OutlineRow {
  readonly place: Place
  /** 1 for the root. */
  readonly level: number
  /** Among the shown siblings, from 1. */
  readonly position: number
  readonly siblings: number
}

/**
 * Tracks which nodes of a tree are unfolded, and so which rows exist. Finds rows by number without a list of all rows: each unfolded node
 * has the number of rows below it. Takes 4 bytes per entry of the trace.
 */
export class Outline {
  /** Rows in all. */
  total = 1
  #sort: TreeSort = 'search'
  #filter: TreeFilter = NO_FILTER
  #shown: ChildFilter
  /** UNTOUCHED, FOLDED, or OPEN plus the rows below. */
  #states: Uint32Array
  /** All nodes from this entry on are UNTOUCHED. In a new tree, memory that is read before it is written costs twice. */
  #untouched = 0
  /** Changes of the unfolded nodes so far. */
  #changes = 0

  /** @param mostRows limit for unfolding; `reveal` may exceed it */
  constructor(
    private readonly tree: RecordedTree,
    private readonly mostRows = MOST_OUTLINE_ROWS,
  ) {
    this.#states = new Uint32Array(tree.trace.entries)
    this.#shown = filteredChildren(tree, this.#filter)
  }

  get sort(): TreeSort {
    return this.#sort
  }

  get filter(): TreeFilter {
    return this.#filter
  }

  isOpen({ node, draw }: Place): boolean {
    return draw === undefined && this.#isOpen(node)
  }

  /** Rows that unfold from a node. */
  childCount({ node, draw }: Place): number {
    if (draw !== undefined) return 0
    return this.#shown(node).length || this.#outcomes(node)
  }

  /** `count` rows, from one on. */
  rows(first: number, count: number): OutlineRow[] {
    const found: OutlineRow[] = []
    let skip = first
    const down = (row: OutlineRow): true | undefined => {
      const { node, draw } = row.place
      const rows = draw === undefined ? this.#rowsOf(node) : 1
      if (found.length === count) return undefined
      if (skip >= rows) {
        skip -= rows
        return undefined
      }
      if (skip > 0) skip--
      else found.push(row)
      return true
    }
    const children = ({ place, level }: OutlineRow): OutlineRow[] => {
      if (!this.isOpen(place)) return []
      return this.#children(place.node).map((child, i, { length }) => ({
        ...{ place: child, level: level + 1, position: i + 1, siblings: length },
      }))
    }
    finish(walk(children, { down }, { place: { node: 0 }, level: 1, position: 1, siblings: 1 }, true))
    return found
  }

  /** Unfolds this many levels below a node, the nearest first; 0 folds it. @returns true if there were too many rows to unfold all */
  fold(node: NodeId, levels: number): boolean {
    this.#changes++
    if (levels === 0) {
      if (this.#isOpen(node)) this.#set(node, false)
      return false
    }
    // Nodes unfolded below it have no room any more, so they are folded: otherwise they could never be unfolded again.
    if (this.#states[node] === FOLDED && this.total + this.#count(node) > this.mostRows)
      this.#states.fill(UNTOUCHED, node + 1, this.tree.trace.end(node))
    const before = this.#rowsOf(node) - 1
    const unfolded = new Unfolding()
    let capped = !this.#unfoldNode(node, 0, unfolded, levels === 1)
    for (let depth = 1, from = 0; depth < levels && from < unfolded.size && !capped; depth++) {
      const to = unfolded.size
      capped = !this.#unfoldBelow(unfolded, from, to)
      from = to
    }
    if (unfolded.size === 0) return capped
    this.#untouched = Math.max(this.#untouched, levels === 1 ? node + 1 : this.tree.trace.end(node))
    // A parent is unfolded before its children, so going from last to first completes each count before it is used.
    const { nodes, above, gained } = unfolded
    for (let i = unfolded.size - 1; i > 0; i--) {
      gained[above[i]!]! += gained[i]!
      if (gained[i]! > 0) this.#states[nodes[i]!]! += gained[i]!
    }
    this.#states[node]! += gained[0]!
    this.#markAbove(node)
    this.#tellAbove(node, this.#rowsOf(node) - 1 - before)
    return capped
  }

  /** Unfolds the children of a range of unfolded nodes. @returns true if there was room for all */
  #unfoldBelow(unfolded: Unfolding, from: number, to: number): boolean {
    const { children, link } = this.tree.trace.columns
    const [states, untouched] = [this.#states, this.#untouched]
    const room = this.mostRows - this.total
    for (let i = from; i < to; i++) {
      const parent = unfolded.nodes[i]!
      if (this.#filter !== NO_FILTER) {
        for (const child of unfolded.shown[i]!)
          if (children[child]! > 0 && !this.#unfoldNode(child, i, unfolded, false)) return false
        continue
      }
      for (let child = parent + 1, left = children[parent]!; left > 0; left--) {
        const rows = children[child]!
        if (rows === 0) child++
        else {
          if (child < untouched && states[child] !== UNTOUCHED) {
            if (!this.#unfoldNode(child, i, unfolded, false)) return false
          } else if (unfolded.rows + rows > room) return false
          else {
            states[child] = OPEN + rows
            unfolded.add(child, i, rows)
          }
          child = link[child]!
        }
      }
    }
    return true
  }

  /** Unfolds a node, or notes that it is unfolded. @returns true if there was room for it */
  #unfoldNode(node: NodeId, above: number, unfolded: Unfolding, withOutcomes: boolean): boolean {
    const shown = this.#filter === NO_FILTER ? undefined : this.#shown(node)
    let added = 0
    if (!this.#isOpen(node)) {
      added = this.#rowsBelow(node, shown) || (withOutcomes ? this.#outcomes(node) : 0)
      if (added === 0) return true
      if (this.total + unfolded.rows + added > this.mostRows) return false
      this.#states[node] = OPEN + added
    }
    unfolded.add(node, above, added, shown)
    return true
  }

  /** Unfolds all nodes above a node. @returns its row; `undefined` if the filter hides it */
  reveal(place: Place): number | undefined {
    const path = this.tree.trace.path(place.node)
    for (let i = 0; i + 1 < path.length; i++) if (!this.#shown(path[i]!).includes(path[i + 1]!)) return undefined
    if (place.draw !== undefined && place.draw >= this.#outcomes(place.node)) return undefined
    const above = place.draw === undefined ? path.slice(0, -1) : path
    for (const node of above) if (!this.#isOpen(node)) this.#set(node, true)
    return this.indexOf(place)
  }

  /** The row of a node whose parents are all unfolded; otherwise `undefined`. */
  indexOf(place: Place): number | undefined {
    const path: Place[] = this.tree.trace.path(place.node).map(node => ({ node }))
    if (place.draw !== undefined) path.push(place)
    let index = 0
    for (let i = 0; i + 1 < path.length; i++) {
      const { node } = path[i]!
      if (!this.#isOpen(node)) return undefined
      index++
      const next = path[i + 1]!
      let isThere = false
      for (const child of this.#children(node)) {
        isThere = child.node === next.node && child.draw === next.draw
        if (isThere) break
        index += child.draw === undefined ? this.#rowsOf(child.node) : 1
      }
      if (!isThere) return undefined
    }
    return index
  }

  /** Changes the order or the filter. Rows that stay visible stay unfolded. */
  arrange(sort: TreeSort, filter: TreeFilter): void {
    finish(this.arranging(sort, filter))
  }

  /** Like `arrange`, in slices: with a million rows a new filter takes a while. The outline changes only at the end. */
  *arranging(sort: TreeSort, filter: TreeFilter): Sliced<void> {
    if (JSON.stringify(filter) !== JSON.stringify(this.#filter)) {
      const other = isEverything(filter) ? NO_FILTER : filter
      const shown = filteredChildren(this.tree, other)
      let [changes, counts] = [this.#changes, yield* this.#recount(shown, other)]
      while (changes !== this.#changes) [changes, counts] = [this.#changes, yield* this.#recount(shown, other)]
      this.#take(counts)
      this.#filter = other
      this.#shown = shown
    }
    this.#sort = sort
  }

  /** Unfolds the nodes that are unfolded in the outline of another trace of the same root, if they exist here. */
  copyFrom(other: Outline): void {
    type Pair = readonly [mine: NodeId, its: NodeId]
    const [{ trace }, { trace: from }] = [this.tree, other.tree]
    this.#untouched = trace.entries
    const down = ([mine]: Pair) => (this.#states[mine] = OPEN)
    const children = ([mine, its]: Pair): Pair[] => {
      const pairs: Pair[] = []
      let byEdge: Map<number, NodeId> | undefined // of repeated searches, the last
      for (const child of from.children(its)) {
        if (!other.#isOpen(child)) continue
        byEdge ??= new Map(trace.children(mine).map(each => [trace.columns.edge[each]!, each]))
        const same = byEdge.get(from.columns.edge[child]!)
        if (same !== undefined) pairs.push([same, child])
      }
      return pairs
    }
    if (other.#isOpen(0)) finish(walk(children, { down }, [0, 0] as Pair, OPEN))
    this.#sort = other.#sort
    this.#filter = other.#filter
    this.#shown = filteredChildren(this.tree, this.#filter)
    this.#take(finish(this.#recount(this.#shown, this.#filter)))
  }

  #children(node: NodeId): readonly Place[] {
    const shown = this.#shown(node)
    if (shown.length === 0) return Array.from({ length: this.#outcomes(node) }, (_, draw) => ({ node, draw }))
    return sorterOf(this.tree, this.#sort)(shown).map(child => ({ node: child }))
  }

  #outcomes(node: NodeId): number {
    return showsOutcomes(this.#filter) ? this.tree.outcomeCount(node) : 0
  }

  /** A node's own row and those below it. */
  #rowsOf(node: NodeId): number {
    return Math.max(OPEN, this.#states[node]!) - OPEN + 1
  }

  #isOpen(node: NodeId): boolean {
    return this.#states[node]! >= OPEN
  }

  /** The rows that a node would have if it were unfolded: its shown children and all below them. */
  #rowsBelow(node: NodeId, children = this.#shown(node)): number {
    return children.reduce((rows, child) => rows + this.#rowsOf(child), 0)
  }

  #count(node: NodeId): number {
    return this.#rowsBelow(node) || this.#outcomes(node)
  }

  #set(node: NodeId, open: boolean): void {
    this.#changes++
    this.#untouched = Math.max(this.#untouched, node + 1)
    if (open) {
      const rows = this.#count(node)
      this.#states[node] = OPEN + rows
      this.#tellAbove(node, rows)
    } else {
      const rows = this.#rowsOf(node) - 1
      this.#states[node] = FOLDED
      this.#tellAbove(node, -rows)
    }
  }

  /** Marks the nodes above, because something below them may be unfolded. */
  #markAbove(node: NodeId): void {
    for (let at = this.tree.trace.parent(node); at !== undefined; at = this.tree.trace.parent(at))
      if (this.#states[at] === UNTOUCHED) this.#states[at] = FOLDED
  }

  /** Adds rows below a node, and to the nodes above it up to the first that is folded or hidden. */
  #tellAbove(node: NodeId, rows: number): void {
    let from = node
    for (let at = this.tree.trace.parent(node); at !== undefined; at = this.tree.trace.parent(at)) {
      if (!this.#isOpen(at) || !this.#shows(at, from)) return
      this.#states[at]! += rows
      from = at
    }
    this.total += rows
  }

  #shows(parent: NodeId, child: NodeId): boolean {
    return this.#filter === NO_FILTER || this.#shown(parent).includes(child)
  }

  /** Recounts all rows under a filter. Folds what is unfolded below a folded or hidden node, because its rows do not count any more. */
  *#recount(shown: ChildFilter, filter: TreeFilter): Sliced<Counts> {
    interface Shown {
      readonly children: readonly NodeId[]
      rows: number
    }
    const states = new Uint32Array(this.#states.length)
    const down = (node: NodeId): Shown | undefined => {
      if (!this.#isOpen(node)) return undefined
      const children = shown(node)
      return { children, rows: children.length || (showsOutcomes(filter) ? this.tree.outcomeCount(node) : 0) }
    }
    const up = (node: NodeId, { rows }: Shown, above: Shown): Shown => {
      if (rows > 0) states[node] = OPEN + rows
      above.rows += rows
      return above
    }
    const open = (_: NodeId, { children }: Shown) => children.filter(child => this.#isOpen(child))
    const { rows } = yield* walk(open, { down, up }, 0, { children: [], rows: 1 })
    return { states, total: rows }
  }

  #take({ states, total }: Counts): void {
    this.#states = states
    this.total = total
    this.#changes++
  }
}

/** The states of all nodes, and the rows in all. */
interface Counts {
  readonly states: Uint32Array
  readonly total: number
}

function isEverything({ line, minReach, flags }: TreeFilter): boolean {
  return line === 'all' && minReach === 0 && flags.length === 0
}

/** Nodes that are unfolded in one operation, level by level, the topmost first. */
class Unfolding {
  nodes = new Uint32Array(FEWEST)
  /** The index of each node's parent in this list. */
  above = new Uint32Array(FEWEST)
  /** Rows gained below the children of each, and with them. */
  gained = new Uint32Array(FEWEST)
  /** With a filter: the children of each that pass. */
  readonly shown: (readonly NodeId[])[] = []
  size = 0
  rows = 0

  /** @param rows that its children add, 0 if it was already unfolded */
  add(node: NodeId, above: number, rows: number, shown?: readonly NodeId[]): void {
    const at = this.size++
    if (at === this.nodes.length)
      for (const name of ['nodes', 'above', 'gained'] as const) {
        const longer = new Uint32Array(4 * at)
        longer.set(this[name])
        this[name] = longer
      }
    this.nodes[at] = node
    this.above[at] = above
    if (at > 0) this.gained[above]! += rows
    if (shown) this.shown.push(shown)
    this.rows += rows
  }
}
