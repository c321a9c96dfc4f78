import type { TreeView } from '../../../../core/contract/calls'
import { SEARCHER_FACTS, SEARCHER_IDS } from '../../../../core/contract/searchers'

/** Of the searcher that recorded a tree; `undefined` of the kernel. */
export function factsOf({ searcher }: Pick<TreeView, 'searcher'>) {
  const id = SEARCHER_IDS.find(each => each === searcher)
  return id && SEARCHER_FACTS[id]
}

/** Whether each node is one call of one searcher, with its own depth. */
export function isByCalls(view: TreeView | undefined): boolean {
  return (view && factsOf(view)?.tree) === undefined
}

/** Whether a tree was searched with windows that can prune. */
export function hasWindows(view: TreeView | undefined): boolean {
  return view !== undefined && factsOf(view)?.windows === true
}
