import type { TreeView } from '../../../../core/contract/calls'
import { SEARCHER_FACTS, SEARCHER_IDS } from '../../../../core/contract/searchers'

const WINDOWED: readonly string[] = ['alphaBeta', 'pvs', 'star1', 'star2', 'paranoid']
/** Searchers that look at the first child of a node before they search it. */
export const PROBING: readonly string[] = ['star2']

/** Whether each node is one call of one searcher, with its own depth. */
export function isByCalls(view: TreeView | undefined): boolean {
  const id = SEARCHER_IDS.find(each => each === view?.searcher)
  return id === undefined || SEARCHER_FACTS[id].tree === undefined
}

/** Whether a tree was searched with windows that say something. */
export function hasWindows(view: TreeView | undefined): boolean {
  return view !== undefined && WINDOWED.includes(view.searcher)
}
