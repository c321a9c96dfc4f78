/** The one walk through a tree, for any kind of node, and a faster form of it through all entries of a trace. */
import type { Sliced } from '../sliced'
import type { NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'

/** What a walk does at each node: takes a state down from the node above, and brings it up again into the state there. */
export interface Fold<Node, State> {
  /** The state of a node, from that of the node above; `undefined` skips `up`, and everything below the node. */
  down(node: Node, above: State): State | undefined
  /** The state of the node above, after this child. Without it, that state stays as it is. */
  up?(node: Node, own: State, above: State): State
}

/** Nodes between two pauses. */
export const WALKED_AT_ONCE = 200
/** Entries between two pauses: less than a millisecond, and what is written about them stays in the processor's cache. */
export const ENTRIES_AT_ONCE = 2 ** 12

/**
 * Walks a tree from a node on, depth first and in slices. Needs no call stack: a line of moves can be longer.
 * @param children of a node in order
 * @param start state above the node
 * @returns what has become of the state above the node; yields 0, because the share that is done is not known
 */
export function* walk<Node, State>(
  children: (node: Node, own: State) => readonly Node[],
  { down, up }: Fold<Node, State>,
  top: Node,
  start: State,
): Sliced<State> {
  const line: { readonly siblings: readonly Node[]; next: number; readonly own: State }[] = []
  let [siblings, next, above]: [readonly Node[], number, State] = [[top], 0, start]
  for (let visited = 0; ; visited++) {
    const node = siblings[next++]!
    const own = down(node, above)
    if (own !== undefined) {
      line.push({ siblings, next, own: above })
      ;[siblings, next, above] = [children(node, own), 0, own]
    }
    if (visited % WALKED_AT_ONCE === 0) yield 0
    while (next === siblings.length) {
      const open = line.pop()
      if (!open) return above
      const own = above
      ;({ siblings, next, own: above } = open)
      if (up) above = up(siblings[next - 1]!, own, above)
    }
  }
}

/** Entries in the order of the search. The next block overwrites them. */
export interface EntryBlock {
  readonly nodes: Uint32Array
  readonly size: number
  /** The level of each entry below the first node of the walk, which has 0; 255 is also that of all deeper ones. */
  readonly levels: Uint8ClampedArray
  /** The share of the walk that is done. */
  readonly done: number
}

/**
 * Like `walk`, through all entries of the first levels at and below a node, in a few nanoseconds each. The caller has the states, by level:
 * that of the node above in the place of the node's level, its own in the next one.
 */
export function* walkEntries(trace: Trace, top: NodeId, deepest = Infinity): Generator<EntryBlock, void, undefined> {
  const { parent } = trace.columns
  const whole = trace.end(top)
  const levelOf = new Uint8ClampedArray(whole - top)
  const nodes = new Uint32Array(Math.min(whole - top, ENTRIES_AT_ONCE))
  const levels = new Uint8ClampedArray(nodes.length)
  let next = top
  let size = 0
  /** Writes a block. A node's level follows from its parent's, without a branch: whether it has children is hard to predict. */
  const fill = (): void => {
    let node = next
    let at = 0
    if (node === top) {
      nodes[at++] = top
      node = deepest > 0 ? top + 1 : whole
    }
    while (at < nodes.length && node < whole) {
      const level = levelOf[parent[node]! - top]! + 1
      levelOf[node - top] = level
      levels[at] = level
      nodes[at++] = node
      node = level < deepest ? node + 1 : trace.end(node)
    }
    next = node
    size = at
  }
  while (next < whole) {
    fill()
    yield { nodes, size, levels, done: (next - top) / (whole - top) }
  }
}
