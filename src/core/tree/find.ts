/** Searches a whole tree in search order, from a node on and, after the last, from the root again; the node itself comes last. */
import type { Sliced } from '../sliced'
import { FLAG_NAMES, type FlagName, FLAGS, type NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'
import type { Place } from './key'
import type { RecordedTree } from './recordedTree'

/** Nodes between two pauses: less than a millisecond. */
const SLICE = 2_000

/** The next place with this position, including derived outcomes. */
export function* findPosition<State>(tree: RecordedTree<State>, wanted: State, after: Place): Sliced<Place | undefined> {
  const { game, trace } = tree
  if (game.find) return yield* game.find(wanted, after)
  const isHere = (node: NodeId) => !trace.has(node, FLAGS.NOT_VISITED) && game.isSame(tree.state(node), wanted)
  let { node } = after
  for (let looked = 1; ; looked++) {
    node = nextInSearch(trace, node)
    if (isHere(node)) return { node }
    if (node === after.node) return undefined
    if (looked % SLICE === 0) yield looked / trace.entries
  }
}

/** The next node with a flag, or the previous one. */
export function* findFlag(trace: Trace, name: FlagName, from: Place, backwards: boolean): Sliced<NodeId | undefined> {
  const mask = 1 << FLAG_NAMES.indexOf(name)
  const step = backwards ? previousInSearch : nextInSearch
  if (backwards && from.draw !== undefined && trace.has(from.node, mask)) return from.node // the outcomes come after it
  let node = from.node
  for (let looked = 1; ; looked++) {
    node = step(trace, node)
    if (trace.has(node, mask)) return node
    if (node === from.node) return undefined
    if (looked % SLICE === 0) yield looked / trace.entries
  }
}

/** Search order: a node, then its children, then its next sibling; the root follows the last node. */

function nextInSearch(trace: Trace, node: NodeId): NodeId {
  return trace.firstChild(node) || nextBeside(trace, node)
}

/** The node that follows the whole subtree of this one. */
function nextBeside(trace: Trace, node: NodeId): NodeId {
  const { parent } = trace.columns
  for (let at = node; at !== 0; at = parent[at]!) {
    const next = trace.nextSibling(at)
    if (next !== 0) return next
  }
  return 0
}

function previousInSearch(trace: Trace, node: NodeId): NodeId {
  if (trace.data.space.shape === 'grown') return (node === 0 ? trace.entries : node) - 1 // entries are in that order
  let at = node === 0 ? 0 : previousSibling(trace, node)
  if (node !== 0 && at === 0) return trace.columns.parent[node]!
  for (let last = lastChild(trace, at); last !== 0; last = lastChild(trace, at)) at = last
  return at
}

/** 0 for the first child, and for the root. */
function previousSibling(trace: Trace, node: NodeId): NodeId {
  if (node === 0) return 0
  let before = 0
  for (let at = trace.firstChild(trace.columns.parent[node]!); at !== node; at = trace.nextSibling(at)) before = at
  return before
}

/** 0 if the node has none. */
function lastChild(trace: Trace, node: NodeId): NodeId {
  let last = 0
  for (let at = trace.firstChild(node); at !== 0; at = trace.nextSibling(at)) last = at
  return last
}
