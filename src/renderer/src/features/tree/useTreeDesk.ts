import { computed, inject, provide, shallowRef, watch, type InjectionKey } from 'vue'
import { useI18n } from 'vue-i18n'
import type { OutlineChange, TreeId, TreeView } from '../../../../core/contract/calls'
import type { TreeWork } from '../../../../core/contract/calls/tree'
import type { Board } from '../../../../core/games/twenty48/board'
import type { Player } from '../../../../core/games/twenty48/player'
import type { SlideDepths } from '../../../../core/search/report'
import type { FlagName } from '../../../../core/search/trace/format'
import type { NodeKey, TreeFilter, TreeNode, TreeRow, TreeSort } from '../../../../core/search/tree/views'
import { attemptWith } from '../../bridge/attempt'
import { useLab } from '../../bridge/lab'
import { useTrees } from '../../bridge/trees'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useToasts } from '../../ui/toasts/toasts'
import { useOutlineRows } from './useOutlineRows'
import { edgeNumber } from './useWords'

const EVERYTHING: TreeFilter = { line: 'all', minReach: 0, flags: [] }
const ROOT: NodeKey = '0'
/** Levels that "everything" stands for: no tree has so many. */
const ALL_LEVELS = 1000

export type TreeDesk = ReturnType<typeof createTreeDesk>

const deskKey: InjectionKey<TreeDesk> = Symbol('tree desk')

export function useTreeDesk(): TreeDesk {
  const desk = inject(deskKey)
  if (!desk) throw new Error('useTreeDesk() outside the Tree screen')
  return desk
}

/** The tree that is looked at, and everything that can be done with it, for buttons and keys alike. Failures become toasts. */
export function provideTreeDesk(): TreeDesk {
  const desk = createTreeDesk()
  provide(deskKey, desk)
  return desk
}

function createTreeDesk() {
  const lab = useLab()
  const trees = useTrees()
  const toasts = useToasts()
  const { t } = useI18n()
  const attempt = attemptWith(useFailureToast())

  const chosen = shallowRef<TreeId>()
  const view = computed((): TreeView | undefined => trees.list.find(({ id }) => id === chosen.value) ?? trees.list.at(-1))
  /** The node that is looked at, and its place in the outline. */
  const active = shallowRef<NodeKey>(ROOT)
  const activeIndex = shallowRef(0)
  const node = shallowRef<TreeNode>()
  const sort = shallowRef<TreeSort>('search')
  const filter = shallowRef<TreeFilter>(EVERYTHING)
  /** How each tree's outline is arranged, for when it is looked at again. */
  const arrangements = new Map<TreeId, { readonly sort: TreeSort; readonly filter: TreeFilter }>()
  /** Where jumps to a source came from. */
  const jumps = shallowRef<readonly NodeKey[]>([])
  /** Grows when the active row is to be scrolled to. */
  const scrolls = shallowRef(0)

  const rows = useOutlineRows(async (first, count) => {
    const tree = view.value
    return tree && tree.version > 0 ? attempt(lab.call('treeRows', { tree: tree.id, first, count })) : undefined
  })

  // Another tree, or another iteration of it: the same place in it is looked for.
  watch(
    [() => view.value?.id, () => view.value?.version],
    async ([id, version], [idBefore]) => {
      const path = id === idBefore ? (node.value?.path ?? []) : []
      const kept = node.value
      if (id !== idBefore) {
        jumps.value = []
        node.value = undefined
        const arranged = arrangements.get(id ?? 0)
        sort.value = arranged?.sort ?? 'search'
        filter.value = arranged?.filter ?? EVERYTHING
      }
      rows.reset()
      if (id === undefined || !version) return
      let key: NodeKey = ROOT
      if (kept && path.length > 0 && !kept.row.derived)
        key = (await attempt(lab.call('treeAt', { tree: id, edges: path.map(({ edge }) => edgeNumber(edge)) }))) ?? ROOT
      await go(key)
    },
    { immediate: true },
  )

  let asked: NodeKey | undefined
  let asking = false
  /** The newest wins: while an arrow key is held down, nodes that were passed are not asked for. */
  async function look(): Promise<void> {
    if (asking) return
    asking = true
    while (view.value && asked !== active.value) {
      const [key, tree] = [active.value, view.value.id]
      asked = key
      const found = await attempt(lab.call('treeNode', { tree, node: key }))
      if (found && view.value.id === tree && key === active.value) node.value = found
    }
    asking = false
    asked = undefined
  }

  function select(index: number, row: Pick<TreeRow, 'key'>): void {
    activeIndex.value = index
    active.value = row.key
    void look()
  }

  /** Shows a node wherever it is, with all above it unfolded. @returns whether it could be shown. */
  async function go(key: NodeKey): Promise<boolean> {
    const tree = view.value
    if (!tree) return false
    const revealed = await attempt(lab.call('revealNode', { tree: tree.id, node: key }))
    if (!revealed) return false
    rows.changed(revealed)
    select(revealed.index, { key })
    scrolls.value++
    return true
  }

  async function change(work: (tree: TreeId) => Promise<OutlineChange>): Promise<void> {
    if (!view.value) return
    const changed = await attempt(work(view.value.id))
    if (!changed) return
    rows.changed(changed)
    if (changed.capped) toasts.show({ kind: 'notice', title: t('tree.capped.what'), detail: t('tree.capped.why') })
  }

  const fold = (key: NodeKey, levels: number) => change(tree => lab.call('foldTree', { tree, node: key, levels }))

  async function toggle(index: number, row: TreeRow): Promise<void> {
    select(index, row)
    if (row.children > 0) await fold(row.key, row.open ? 0 : 1)
  }

  async function arrange(by: TreeSort, under: TreeFilter): Promise<void> {
    sort.value = by
    filter.value = under
    if (view.value) arrangements.set(view.value.id, { sort: by, filter: under })
    await change(tree => lab.call('arrangeTree', { tree, sort: by, filter: { ...under, flags: [...under.flags] } }))
    const before = active.value
    const tree = view.value
    if (!tree) return
    const revealed = await lab.call('revealNode', { tree: tree.id, node: before }).catch(() => undefined) // hidden by the filter
    if (revealed) {
      rows.changed(revealed)
      activeIndex.value = revealed.index
      scrolls.value++
    } else await go(ROOT)
  }

  async function toParent(): Promise<void> {
    const path = node.value?.row.key === active.value ? node.value.path : (await detailsOf(active.value))?.path
    if (path && path.length > 0) await go(path.at(-2)?.key ?? ROOT)
  }

  const detailsOf = async (key: NodeKey) =>
    view.value && (await attempt(lab.call('treeNode', { tree: view.value.id, node: key })))

  async function toSource(): Promise<void> {
    const source = node.value?.row.source
    if (!source) return
    const from = active.value
    if (await go(source)) jumps.value = [...jumps.value, from]
  }

  async function jumpBack(): Promise<void> {
    const to = jumps.value.at(-1)
    if (to === undefined) return
    jumps.value = jumps.value.slice(0, -1)
    await go(to)
  }

  async function findBoard(board: Board): Promise<void> {
    const tree = view.value
    if (!tree) return
    const found = await attempt(lab.call('findBoard', { tree: tree.id, board: [...board], after: active.value }))
    await arrive(found)
  }

  async function findFlag(flag: FlagName, backwards: boolean): Promise<void> {
    const tree = view.value
    if (!tree) return
    await arrive(await attempt(lab.call('findFlag', { tree: tree.id, flag, from: active.value, backwards })))
  }

  /** @param found `null` for nothing, `undefined` for a failure that was told */
  async function arrive(found: NodeKey | null | undefined): Promise<void> {
    if (found === null) toasts.show({ kind: 'notice', title: t('tree.nothingFound') })
    else if (found !== undefined) await go(found)
  }

  /** Opens a tree beside those to keep. */
  async function record(board: Board, player: Player, keep: readonly TreeId[], depths?: SlideDepths): Promise<void> {
    await open(lab.call('recordTree', { board: [...board], player, keep: [...keep], ...(depths && { depths: { ...depths } }) }))
  }

  async function again(key: NodeKey, depth: number): Promise<void> {
    if (view.value) await open(lab.call('searchAgain', { tree: view.value.id, node: key, depth, keep: keepers() }))
  }

  async function open(work: Promise<TreeView>): Promise<TreeView | undefined> {
    const opened = await attempt(work)
    if (!opened) return undefined
    if (!trees.list.some(({ id }) => id === opened.id)) trees.show([...trees.list, opened])
    chosen.value = opened.id
    return opened
  }

  /** The trees that may stay when another is opened beside them: the last three. */
  const keepers = () => trees.list.map(({ id }) => id).slice(-3)

  const stop = () => view.value && attempt(lab.call('stopTree', { tree: view.value.id }))
  const follow = () => view.value && attempt(lab.call('followTree', { tree: view.value.id }))
  const stopWork = (work: TreeWork) => view.value && attempt(lab.call('stopTreeWork', { tree: view.value.id, work }))
  const close = (tree: TreeId) => attempt(lab.call('closeTree', { tree }))

  return {
    view,
    rows,
    active,
    activeIndex,
    node,
    sort,
    filter,
    jumps,
    scrolls,
    choose: (tree: TreeId) => (chosen.value = tree),
    select,
    go,
    fold,
    toggle,
    unfoldAll: () => fold(active.value, ALL_LEVELS),
    arrange,
    toParent,
    toSource,
    jumpBack,
    findBoard,
    findFlag,
    record,
    again,
    open,
    keepers,
    stop,
    follow,
    stopWork,
    close,
  }
}
