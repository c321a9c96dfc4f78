import type { TreeView } from '../../../../core/contract/calls'
import { SEARCHER_FACTS, SEARCHER_IDS } from '../../../../core/contract/searchers'

/** `undefined` for the kernel. */
function factsOf(searcher: string) {
  const id = SEARCHER_IDS.find(each => each === searcher)
  return id && SEARCHER_FACTS[id]
}

/** Facts of the searcher that searched the nodes of a tree: for sampled worlds, the inner searcher. */
function nodeFacts({ searcher, search }: TreeView) {
  return factsOf(search?.world?.searcher ?? searcher)
}

/** Whether each node is one call of one searcher, with its own depth. */
export function isByCalls(view: TreeView | undefined): boolean {
  return (view && factsOf(view.searcher)?.tree) === undefined
}

/** Whether a tree was searched with windows that can prune. */
export function hasWindows(view: TreeView | undefined): boolean {
  return view !== undefined && nodeFacts(view)?.windows === true
}

/** Whether nodes of a tree may have been probed: searched by their first child alone. */
export function hasProbes(view: TreeView): boolean {
  return nodeFacts(view)?.probes === true
}
