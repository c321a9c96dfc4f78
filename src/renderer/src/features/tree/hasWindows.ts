import type { TreeView } from '../../../../core/contract/calls'

const WINDOWED: readonly string[] = ['alphaBeta', 'pvs']

/** Whether a tree was searched with windows that say something. */
export function hasWindows(view: TreeView | undefined): boolean {
  return view !== undefined && WINDOWED.includes(view.searcher)
}
