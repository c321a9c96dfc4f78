/** Search order: a node, then its children, then its next sibling; the root follows the last node. */
import type { NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'

export function nextInSearch(trace: Trace, node: NodeId): NodeId {
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

export function previousInSearch(trace: Trace, node: NodeId): NodeId {
  if (trace.data.space.shape === 'grown') return (node === 0 ? trace.entries : node) - 1 // entries are in that order
  let at = node === 0 ? 0 : previousSibling(trace, node)
  if (node !== 0 && at === 0) return trace.columns.parent[node]!
  for (let last = lastChild(trace, at); last !== 0; last = lastChild(trace, at)) at = last
  return at
}

/** 0 for the first child, and for the root. */
export function previousSibling(trace: Trace, node: NodeId): NodeId {
  if (node === 0) return 0
  let before = 0
  for (let at = trace.firstChild(trace.columns.parent[node]!); at !== node; at = trace.nextSibling(at)) before = at
  return before
}

/** 0 if the node has none. */
export function lastChild(trace: Trace, node: NodeId): NodeId {
  let last = 0
  for (let at = trace.firstChild(node); at !== 0; at = trace.nextSibling(at)) last = at
  return last
}
