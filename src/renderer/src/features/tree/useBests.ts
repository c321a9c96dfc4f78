import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { TreeView } from '../../../../core/contract/calls'
import type { TreeNode } from '../../../../core/tree/views'
import { attemptWith } from '../../bridge/guarded'
import { useTrees } from '../../bridge/trees'
import { useLatest } from '../../bridge/useLatest'
import { useAllEdgeWords } from '../../games/gameViews'
import { ROOT } from './useSelection'

interface Best {
  /** "r2c1"; absent where no agent acts. */
  readonly action?: string
  /** Value of the action, or of the root, as a number and in the own unit. */
  readonly worth: number
  readonly value: string
}

/** The best action and value of each open tree's root. */
export function useBests() {
  const { n } = useI18n()
  const trees = useTrees()
  const wordsOf = useAllEdgeWords()
  const attempt = attemptWith(() => undefined) // a tree that was closed meanwhile has none
  /** By tree and iteration, so that each is requested once. */
  const known = new Map<string, Best>()
  const keyOf = ({ id, version }: TreeView) => `${id} ${version}`

  const { value } = useLatest({
    about: () => trees.list.map(keyOf).join(),
    ask: async ask => {
      for (const view of trees.list) {
        if (view.version === 0 || known.has(keyOf(view))) continue
        const root = await attempt(ask('treeNode', { tree: view.id, node: ROOT }))
        const best = root && bestOf(view, root)
        if (best) known.set(keyOf(view), best)
      }
      return new Map(known)
    },
  })

  function bestOf({ game }: TreeView, { moves, row }: TreeNode): Best | undefined {
    const best = moves.find(each => each.best)
    const worth = best?.sum ?? row.value
    if (worth === null) return undefined
    return { ...(best && { action: wordsOf(game)(best.edge) }), worth, value: n(worth, 'value') }
  }

  return computed(() => (view: TreeView) => value.value?.get(keyOf(view)))
}
