import { shallowRef } from 'vue'
import type { TreeId } from '../../../../core/contract/calls'
import type { NodeKey, TreeNode, TreeRow } from '../../../../core/tree/views'
import { useLatest } from '../../bridge/useLatest'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { provided } from '../../ui/provided'
import type { OpenTrees } from './useOpenTrees'

export const ROOT: NodeKey = '0'

export type Selection = ReturnType<typeof createSelection>

/** The active node, its place in the outline, and its details. */
export const [provideSelection, useSelection] = provided('useSelection()', createSelection)

function createSelection({ view, renewals, lecturePlace, ask }: OpenTrees) {
  const active = shallowRef<NodeKey>(ROOT)
  const activeIndex = shallowRef(0)
  /** Grows when the active row must be scrolled to. */
  const scrolls = shallowRef(0)

  /** The position of a node that the pointer is on, shown meanwhile on the board of the active one. */
  const preview = shallowRef<string>()

  /** The last target and its outline. While an arrow key is held down, nodes in between are not requested. */
  const looked = shallowRef<readonly [TreeId, number, number, NodeKey]>()
  const { value: node } = useLatest<readonly [TreeId, number, number, NodeKey, number | undefined], TreeNode>({
    about: () => (looked.value && view.value?.id === looked.value[0] ? [...looked.value, lecturePlace.value] : undefined),
    ask: (ask, [tree, , , node, lecture]) => ask('treeNode', { tree, node, ...(lecture !== undefined && { lecture }) }),
    clearOn: ([tree, , , , lecture]) => `${tree} ${lecture !== undefined}`,
    oneAtATime: true,
    // after a step back, the lecture has not come to the selected node until the outline follows it
    onFailure: useFailureToast(['CANCELLED', 'DISCONNECTED', 'NOT_FOUND']),
  })

  function select(index: number, row: Pick<TreeRow, 'key'>): void {
    activeIndex.value = index
    active.value = row.key
    if (view.value) looked.value = [view.value.id, view.value.version, renewals.value, row.key]
  }

  /** The active node; a key may be pressed before `node` has arrived. */
  async function activeNode(): Promise<TreeNode | undefined> {
    const key = active.value
    const lecture = lecturePlace.value
    if (node.value?.row.key === key) return node.value
    return ask((ask, [tree]) => ask('treeNode', { tree, node: key, ...(lecture !== undefined && { lecture }) }))
  }

  return { active, activeIndex, scrolls, preview, node, select, activeNode }
}
