import { computed, inject, provide, shallowRef, watch, type InjectionKey } from 'vue'
import { useI18n } from 'vue-i18n'
import type { OutlineChange, TreeId, TreeView } from '../../../../core/contract/calls'
import type { MOST_TREES, TreeWork } from '../../../../core/contract/calls/tree'
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
import { useTitles } from './useTitles'
import { edgeNumber } from './useWords'

const EVERYTHING: TreeFilter = { line: 'all', minReach: 0, flags: [] }
const ROOT: NodeKey = '0'
/** The page may not import the number, but the compiler holds this to it. */
const MOST: typeof MOST_TREES = 4
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
  const tell = useFailureToast()
  const attempt = attemptWith(tell)
  const titles = useTitles()

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

  /** Grows when everything that is shown is to be asked for again. */
  const renewals = shallowRef(0)

  // Another tree, or another iteration of it: the same place in it is looked for.
  watch(
    [() => view.value?.id, () => view.value?.version, renewals],
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

  let asked: string | undefined
  let asking = false
  const looked = () => `${view.value?.id} ${view.value?.version} ${active.value}`
  /** The newest wins: while an arrow key is held down, nodes that were passed are not asked for. */
  async function look(): Promise<void> {
    if (asking) return
    asking = true
    while (view.value && asked !== looked()) {
      asked = looked()
      const found = await attempt(lab.call('treeNode', { tree: view.value.id, node: active.value }))
      if (found && asked === looked()) node.value = found
    }
    asking = false
    asked = undefined
  }

  /** An answer about another tree than the one that is shown by now comes too late. */
  const isShown = ({ id }: TreeView) => view.value?.id === id

  function select(index: number, row: Pick<TreeRow, 'key'>): void {
    activeIndex.value = index
    active.value = row.key
    void look()
  }

  /** Shows a node wherever it is, with all above it unfolded. @returns whether it could be shown. */
  async function go(key: NodeKey): Promise<boolean> {
    const tree = view.value
    if (!tree) return false
    const attemptToShow = attemptWith(failure => {
      if (failure.code === 'NOT_FOUND' && isShown(tree) && isFiltered()) offerAll(tree, key)
      else tell(failure)
    })
    const revealed = await attemptToShow(lab.call('revealNode', { tree: tree.id, node: key }))
    if (!revealed || !isShown(tree)) return false
    rows.changed(revealed)
    select(revealed.index, { key })
    scrolls.value++
    return true
  }

  async function change(work: (tree: TreeId) => Promise<OutlineChange>): Promise<void> {
    const tree = view.value
    if (!tree) return
    const changed = await attempt(work(tree.id))
    if (!changed || !isShown(tree)) return
    rows.changed(changed)
    if (changed.capped) toasts.show({ kind: 'notice', title: t('tree.capped.what'), detail: t('tree.capped.why') })
  }

  /** As the ARIA practices have it for a tree: the node and its siblings, each by one level. */
  async function unfoldSiblings(): Promise<void> {
    const key = active.value
    const path = (node.value?.row.key === key ? node.value : await detailsOf(key))?.path
    if (!path) return
    const parent = path.length === 0 ? undefined : (path.at(-2)?.key ?? ROOT)
    await fold(parent ?? key, parent === undefined ? 1 : 2)
    await go(key)
  }

  const fold = (key: NodeKey, levels: number) => change(tree => lab.call('foldTree', { tree, node: key, levels }))

  async function toggle(index: number, row: TreeRow): Promise<void> {
    select(index, row)
    if (row.children > 0) await fold(row.key, row.open ? 0 : 1)
  }

  async function arrange(by: TreeSort, under: TreeFilter): Promise<void> {
    sort.value = by
    filter.value = under
    const tree = view.value
    if (!tree) return
    arrangements.set(tree.id, { sort: by, filter: under })
    await change(id => lab.call('arrangeTree', { tree: id, sort: by, filter: { ...under, flags: [...under.flags] } }))
    if (!isShown(tree)) return
    const before = active.value
    const revealed = await lab.call('revealNode', { tree: tree.id, node: before }).catch(() => undefined) // hidden by the filter
    if (!isShown(tree)) return
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

  async function detailsOf(key: NodeKey): Promise<TreeNode | undefined> {
    const tree = view.value
    const details = tree && (await attempt(lab.call('treeNode', { tree: tree.id, node: key })))
    return tree && isShown(tree) ? details : undefined
  }

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
    await arrive(tree, found)
  }

  async function findFlag(flag: FlagName, backwards: boolean): Promise<void> {
    const tree = view.value
    if (!tree) return
    await arrive(tree, await attempt(lab.call('findFlag', { tree: tree.id, flag, from: active.value, backwards })))
  }

  /** @param found `null` for nothing, `undefined` for a failure that was told */
  async function arrive(of: TreeView, found: NodeKey | null | undefined): Promise<void> {
    if (!isShown(of) || view.value?.version !== of.version) return // its nodes are others
    if (found === null) toasts.show({ kind: 'notice', title: t('tree.nothingFound') })
    else if (found !== undefined) await go(found)
  }

  const isFiltered = () => filter.value.line !== 'all' || filter.value.minReach > 0 || filter.value.flags.length > 0
  const showAll = () => arrange(sort.value, EVERYTHING)

  /** What the filter hides can be looked at without it. */
  function offerAll(tree: TreeView, key: NodeKey): void {
    const run = () => {
      if (isShown(tree)) void showAll().then(() => isShown(tree) && go(key))
    }
    const action = { label: t('tree.hidden.now'), run }
    toasts.show({ kind: 'notice', title: t('tree.hidden.what'), detail: t('tree.hidden.why'), action })
  }

  async function record(board: Board, player: Player, depths?: SlideDepths): Promise<void> {
    const asked = { board: [...board], player, ...(depths && { depths: { ...depths } }) }
    await open(keep => lab.call('recordTree', { ...asked, keep }))
  }

  async function again(key: NodeKey, depth: number): Promise<void> {
    const tree = view.value?.id
    if (tree !== undefined) await open(keep => lab.call('searchAgain', { tree, node: key, depth, keep }))
  }

  /** What trees were called while they were open, for when one of them has to go. */
  const names = new Map<TreeId, string>()
  const opening = shallowRef(0)
  watch(
    () => trees.list,
    list => {
      if (opening.value === 0) names.clear()
      for (const each of list) names.set(each.id, titles.title(each))
    },
    { immediate: true },
  )

  /** Opens a tree beside the others; where there is no room for all of them, says which one it took the place of. */
  async function open(work: (keep: TreeId[]) => Promise<TreeView | undefined>): Promise<void> {
    const keep = keepers()
    const before = new Set(names.keys())
    opening.value++
    const opened = await attempt(work(keep))
    opening.value--
    if (!opened) return
    for (const [id, name] of names) {
      if (id === opened.id || keep.includes(id) || !before.has(id)) continue
      names.delete(id)
      toasts.show({ kind: 'notice', title: t('tree.madeRoom.what', { name }), detail: t('tree.madeRoom.why', { most: MOST }) })
    }
    if (!trees.list.some(({ id }) => id === opened.id)) trees.show([...trees.list, opened])
    chosen.value = opened.id
  }

  /** The trees that stay when another is opened: all but the oldest that nobody looks at or waits for, if they are too many. */
  function keepers(): TreeId[] {
    const others = trees.list.filter(({ id }) => id !== view.value?.id)
    const spare = trees.list.length < MOST ? undefined : (others.find(({ state }) => state !== 'recording') ?? others[0])
    return trees.list.filter(each => each !== spare).map(({ id }) => id)
  }

  const stop = () => view.value && attempt(lab.call('stopTree', { tree: view.value.id }))
  const follow = () => view.value && attempt(lab.call('followTree', { tree: view.value.id }))
  const stopWork = (work: TreeWork) => view.value && attempt(lab.call('stopTreeWork', { tree: view.value.id, work }))
  function close(tree: TreeId) {
    names.delete(tree)
    return attempt(lab.call('closeTree', { tree }))
  }

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
    /** Answers may have been lost with the connection: asks again for what is shown. */
    renew: () => void renewals.value++,
    choose: (tree: TreeId) => (chosen.value = tree),
    select,
    go,
    fold,
    toggle,
    isFiltered,
    showAll,
    unfoldSiblings,
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
    stop,
    follow,
    stopWork,
    close,
  }
}
