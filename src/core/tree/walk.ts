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
/** Entries between two pauses: about a millisecond. */
const ENTRIES_AT_ONCE = 2 ** 16

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

/** Like `walk`, through all entries at and below a node, in a few nanoseconds each; yields the share of them that is done. */
export function* walkEntries<State>(trace: Trace, { down, up }: Fold<NodeId, State>, top: NodeId, start: State): Sliced<State> {
  const { children, link } = trace.columns
  const whole = trace.end(top)
  /** The nodes above the next one, and the state above each. */
  const [line, states]: [NodeId[], State[]] = [[], []]
  let [next, level, state] = [top, 0, start]
  /** Walks on, about as far as to an entry. Its own variables are faster than those outside. */
  const walkTo = (to: NodeId): void => {
    let [node, depth, above] = [next, level, state]
    let end = depth > 0 ? link[line[depth - 1]!]! : whole
    while (node < to) {
      const own = down(node, above)
      if (children[node] === 0) {
        if (up && own !== undefined) above = up(node, own, above)
        node++
      } else if (own === undefined) node = link[node]!
      else {
        line[depth] = node
        states[depth++] = above
        above = own
        end = link[node++]!
        continue
      }
      while (node === end && depth > 0) {
        const own = above
        above = states[--depth]!
        end = depth > 0 ? link[line[depth - 1]!]! : whole
        if (up) above = up(line[depth]!, own, above)
      }
    }
    ;[next, level, state] = [node, depth, above]
  }
  while (next < whole) {
    walkTo(Math.min(whole, next + ENTRIES_AT_ONCE))
    yield (next - top) / (whole - top)
  }
  return state
}
