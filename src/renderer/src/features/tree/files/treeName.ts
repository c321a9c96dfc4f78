import type { TreeView } from '../../../../../core/contract/calls'
import { gameView } from '../../../games/gameViews'

const LONGEST = 40

/** File name of a tree, from its root. */
export function treeFileName({ game, root }: TreeView, end: string): string {
  const position = gameView(game)
    .title(root.state)
    .replaceAll(/[^\w.-]+/g, '-')
  return `tree-${position.slice(0, LONGEST)}.${end}`
}
