import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { TreeView } from '../../../../core/contract/calls'
import type { TreeEdge } from '../../../../core/tree/views'
import { gameView } from '../../games/gameViews'
import { lettersOf, pathTo, type Sketch } from '../../ui/tree/sketch'
import { useWords } from './useWords'

/** Nodes of a typed tree that is drawn as a whole before its search. */
const MOST_SKETCHED = 400
/** Edges shown of a path; earlier ones are omitted. */
const LAST_EDGES = 4

/** Names of nodes by the edges from the root: letters in a typed tree, otherwise the edges. */
export function useNodeNames(view: () => Pick<TreeView, 'game' | 'root'> | undefined) {
  const { t } = useI18n()
  const words = useWords(() => view()?.game)
  const sketch = computed(() => {
    const its = view()
    const all = its && gameView(its.game).sketch?.(its.root.state)
    return all && nodesOf(all) <= MOST_SKETCHED ? all : undefined
  })
  const letters = computed(() => sketch.value && lettersOf(sketch.value))
  const letterOf = (edges: readonly TreeEdge[]) => letters.value?.get(edges.reduce((path, { id }) => pathTo(path, id), ''))

  /** In a list: `root`, `A`, `A 2` for a leaf, `←`. */
  function short(edges: readonly TreeEdge[]): string {
    const last = edges.at(-1)
    if (!last || !letters.value) return words.edge(last)
    return letterOf(edges) ?? `${letterOf(edges.slice(0, -1)) ?? ''} ${words.edge(last)}`.trim()
  }

  /** In a sentence: "the root", "A", "leaf 2 of A", "node ← › 4 @ r2c3". */
  function full(edges: readonly TreeEdge[]): string {
    const last = edges.at(-1)
    if (!last) return t('tree.lecture.theRoot')
    if (letters.value) {
      const above = edges.slice(0, -1)
      return letterOf(edges) ?? t('tree.lecture.leafOf', { leaf: words.edge(last), name: full(above) })
    }
    const path = edges.slice(-LAST_EDGES).map(words.edge).join(' › ')
    return t('tree.lecture.nodeAt', { path: edges.length > LAST_EDGES ? `… › ${path}` : path })
  }

  /** A child, where its parent is known: "A", "leaf 2", "←". */
  function child(edges: readonly TreeEdge[]): string {
    const last = edges.at(-1)
    if (!last || !letters.value) return words.edge(last)
    return letterOf(edges) ?? t('tree.lecture.leaf', { leaf: words.edge(last) })
  }

  return { sketch, letters, short, full, child }
}

export type NodeNames = ReturnType<typeof useNodeNames>

const nodesOf = ({ children }: Sketch): number => children.reduce((sum, { node }) => sum + nodesOf(node), 1)
