import type { TreeView } from '../../../../core/contract/calls'

const WINDOWED: readonly string[] = ['alphaBeta', 'pvs', 'star1', 'star2', 'paranoid']
/** Searchers that look at the first child of a node before they search it. */
export const PROBING: readonly string[] = ['star2']

/** Whether a tree was searched with windows that say something. */
export function hasWindows(view: TreeView | undefined): boolean {
  return view !== undefined && WINDOWED.includes(view.searcher)
}
