/** The order of the search: a node before its children, these before what comes next; after the last the root again. */
import type { NodeId } from '../trace/format'
import type { Trace } from '../trace/trace'

export function nextInSearch(trace: Trace, node: NodeId): NodeId {
  return trace.firstChild(node) || nextBeside(trace, node)
}

/** The node that follows after all that is below this one. */
function nextBeside(trace: Trace, node: NodeId): NodeId {
  const { parent, link, children } = trace.columns
  for (let at = node; at !== 0; at = parent[at]!) {
    const above = parent[at]!
    if (at + 1 < link[above]! + children[above]!) return at + 1
  }
  return 0
}

export function previousInSearch(trace: Trace, node: NodeId): NodeId {
  if (node !== 0) {
    const above = trace.columns.parent[node]!
    if (node === trace.columns.link[above]!) return above
  }
  let at = node === 0 ? 0 : node - 1
  for (let first = trace.firstChild(at); first !== 0; first = trace.firstChild(at)) at = first + trace.columns.children[at]! - 1
  return at
}
