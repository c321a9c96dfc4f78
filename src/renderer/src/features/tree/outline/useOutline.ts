import { computed, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { OutlineChange, TreeId, TreeRows } from '../../../../../core/contract/calls'
import { NO_FILTER, type NodeKey, type TreeFilter, type TreeRow, type TreeSort } from '../../../../../core/tree/views'
import { type Ask, type OnFailure, attemptWith } from '../../../bridge/guarded'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { useToasts } from '../../../ui/toasts/toasts'
import { provided } from '../../../ui/provided'
import type { OpenTrees } from '../useOpenTrees'
import { ROOT, type Selection } from '../useSelection'
import { useWindowed } from '../../../bridge/useWindowed'

/** More levels than any tree has: unfolds everything. */
const ALL_LEVELS = 1000

export type Outline = ReturnType<typeof createOutline>

/** The rows of the shown tree: what is unfolded, the order, and the filter. The selection follows. */
export const [provideOutline, useOutline] = provided('useOutline()', createOutline)

function createOutline({ view, renewals, lecturePlace, ask: askTree }: OpenTrees, selection: Selection) {
  const toasts = useToasts()
  const { t } = useI18n()
  const onFailure = useFailureToast()
  const { active, activeIndex, scrolls, node, select } = selection

  const sort = shallowRef<TreeSort>('search')
  const filter = shallowRef<TreeFilter>(NO_FILTER)
  /** Each tree's arrangement, restored when it is shown again. */
  const arrangements = new Map<TreeId, { readonly sort: TreeSort; readonly filter: TreeFilter }>()

  const rows = useOutlineRows(
    () => {
      const { id, version } = view.value ?? {}
      const inLecture = lecturePlace.value !== undefined
      return id !== undefined && version ? ([id, version, renewals.value, inLecture] as const) : undefined
    },
    (ask, first, count, [tree]) => {
      const lecture = lecturePlace.value
      return ask('treeRows', { tree, first, count, ...(lecture !== undefined && { lecture }) })
    },
    () => lecturePlace.value ?? 'all',
    onFailure,
  )

  // Another tree or iteration: selects the same place in it.
  watch(
    [() => view.value?.id, () => view.value?.version, renewals],
    ([id, version], [idBefore]) => {
      const before = id === idBefore ? node.value : undefined
      if (id !== idBefore) {
        const arranged = arrangements.get(id ?? 0)
        sort.value = arranged?.sort ?? 'search'
        filter.value = arranged?.filter ?? NO_FILTER
      }
      if (!version) return
      const edges = before && !before.row.derived ? before.path.map(({ edge }) => edge.id) : []
      void askTree(async (ask, [tree]) => {
        const same = edges.length > 0 ? await ask('treeAt', { tree, edges }) : ROOT
        await go(same ?? ROOT)
      })
    },
    { immediate: true },
  )

  /** Shows any node and unfolds its ancestors. @returns whether it could be shown. */
  async function go(key: NodeKey): Promise<boolean> {
    const revealed = await askTree(
      (ask, [tree]) => {
        const lecture = lecturePlace.value
        return ask('revealNode', { tree, node: key, ...(lecture !== undefined && { lecture }) })
      },
      failure => (failure.code === 'NOT_FOUND' && isFiltered() ? offerAll(key) : onFailure(failure)),
    )
    if (!revealed) return false
    rows.changed(revealed)
    select(revealed.index, { key })
    scrolls.value++
    return true
  }

  async function changeOutline(work: (ask: Ask, tree: TreeId) => Promise<OutlineChange>): Promise<void> {
    const changed = await askTree((ask, [tree]) => work(ask, tree))
    if (changed) show(changed)
  }

  function show(changed: OutlineChange): void {
    rows.changed(changed)
    if (changed.capped) toasts.show({ kind: 'notice', title: t('tree.capped.what'), detail: t('tree.capped.why') })
  }

  const fold = (key: NodeKey, levels: number) => changeOutline((ask, tree) => ask('foldTree', { tree, node: key, levels }))

  /** Unfolds the node and its siblings by one level each, like the ARIA practices for a tree. */
  async function unfoldSiblings(): Promise<void> {
    const key = active.value
    const path = (await selection.activeNode())?.path
    if (!path) return
    const parent = path.length === 0 ? undefined : (path.at(-2)?.key ?? ROOT)
    await fold(parent ?? key, parent === undefined ? 1 : 2)
    await go(key)
  }

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
    await askTree(async (ask, [id]) => {
      show(await ask('arrangeTree', { tree: id, sort: by, filter: { ...under, flags: [...under.flags] } }))
      const revealed = await attemptWith(() => undefined)(ask('revealNode', { tree: id, node: active.value })) // hidden by the filter
      if (!revealed) return void (await go(ROOT))
      rows.changed(revealed)
      activeIndex.value = revealed.index
      scrolls.value++
    })
  }

  const isFiltered = () => filter.value.line !== 'all' || filter.value.minReach > 0 || filter.value.flags.length > 0
  const showAll = (by = sort.value) => arrange(by, NO_FILTER)

  /** Offers to show a node that the filter hides, without the filter. */
  function offerAll(key: NodeKey): void {
    const tree = view.value?.id
    const isCurrent = () => view.value?.id === tree
    const run = () => {
      if (isCurrent()) void showAll().then(() => isCurrent() && go(key))
    }
    const action = { label: t('tree.hidden.now'), run }
    toasts.show({ kind: 'notice', title: t('tree.hidden.what'), detail: t('tree.hidden.why'), action })
  }

  const unfoldAll = () => fold(active.value, ALL_LEVELS)

  return { rows, sort, filter, go, fold, toggle, unfoldSiblings, unfoldAll, arrange, isFiltered, showAll }
}

/** Rows per request. */
const SIZE = 100
/** Windows kept; a screen shows some dozens of rows. */
const MOST_LOADED = 30

/**
 * The visible rows of an outline. Rows of an older outline stay until those of the new one arrive.
 * @param about key of the outline
 * @param part which part of it is known; rows stay until those of another part arrive
 */
function useOutlineRows<K>(
  about: () => K | undefined,
  ask: (ask: Ask, first: number, count: number, key: K) => Promise<TreeRows>,
  part: () => unknown,
  onFailure: OnFailure,
) {
  const list = useWindowed<TreeRow, TreeRows, K>({ about, ask, size: SIZE, most: MOST_LOADED, renewOn: part, onFailure })
  const total = computed(() => list.total.value ?? 0)
  const visible = computed(() => {
    const { first, last } = list.sight.value
    const count = Math.max(0, Math.min(last, total.value - 1) - first + 1)
    return Array.from({ length: count }, (_, i) => ({ index: first + i, row: list.row(first + i) }))
  })

  /** The outline changed, and has this number of rows now. */
  function changed(change: { readonly total: number; readonly revision: number }): void {
    if (change.revision <= (list.page.value?.revision ?? -1)) return
    list.total.value = change.total
    void list.renew()
  }

  /** `undefined` while the outline is about to be replaced. */
  const row = (index: number) => (list.renewing.value ? undefined : list.row(index))

  return { total, shown: visible, row, want: list.want, changed }
}
