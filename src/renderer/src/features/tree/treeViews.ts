/** How the tree is shown; the first one at the start. */
export const TREE_VIEWS = ['drawn', 'outline', 'icicle'] as const
export type TreeViewMode = (typeof TREE_VIEWS)[number]
