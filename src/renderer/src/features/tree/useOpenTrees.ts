import { computed, shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Arg, TreeId, TreeView } from '../../../../core/contract/calls'
import { MOST_TREES, type TreeWork } from '../../../../core/contract/calls/tree'
import { sameContent } from '../../../../core/contentHash'
import type { SharedSearch } from '../../../../core/contract/files'
import type { Board } from '../../../../core/games/twenty48/board'
import { makePosition, parseBoard } from '../../../../core/games/twenty48/notation'
import type { Player } from '../../../../core/games/twenty48/player'
import type { SlideCuts, SlideDepths } from '../../../../core/games/twenty48/search/report'
import type { NodeKey } from '../../../../core/tree/views'
import type { Ask } from '../../bridge/guarded'
import { useTrees } from '../../bridge/trees'
import { useAskAbout } from '../../bridge/useLatest'
import { useMutation } from '../../bridge/useMutation'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useToasts } from '../../ui/toasts/toasts'
import { provided } from '../../ui/provided'
import { useTitles } from './useTitles'

/** A search of any game as the form describes it. */
export type GameOrder = Omit<Arg<'recordSearch'>, 'keep'>

interface RecordOptions {
  readonly depths?: SlideDepths | undefined
  readonly cuts?: SlideCuts | undefined
  /** An open tree that it replaces. */
  readonly instead?: TreeId | undefined
  /** Show the open tree of this search, if there is one, and record no other. */
  readonly reuse?: boolean
}

export type OpenTrees = ReturnType<typeof createOpenTrees>

/** The open trees, and which of them is shown. Failures become toasts. */
export const [provideOpenTrees, useOpenTrees] = provided('useOpenTrees()', createOpenTrees)

function createOpenTrees() {
  const trees = useTrees()
  const toasts = useToasts()
  const { t } = useI18n()
  // a file that cannot be opened leaves the user on the screen before
  const onFailure = useFailureToast(undefined, 'any')
  const change = useMutation(onFailure)
  const titles = useTitles()

  const chosen = shallowRef<TreeId>()
  const view = computed((): TreeView | undefined => trees.list.find(({ id }) => id === chosen.value) ?? trees.list.at(-1))
  /** Grows when everything that is shown must be requested again. */
  const renewals = shallowRef(0)
  /** The current place of the lecture on the shown tree: rows and nodes reveal nothing later. `undefined` outside of lectures. */
  const lecturePlace = shallowRef<number>()
  /** About the shown iteration of the shown tree; another iteration has other nodes. */
  const ask = useAskAbout(() => view.value && ([view.value.id, view.value.version] as const), onFailure)

  /** The searches that this page ordered, by their trees. */
  const orders = new Map<TreeId, SharedSearch>()

  async function record(
    board: Board,
    player: Player,
    { depths, cuts, instead, reuse }: RecordOptions = {},
  ): Promise<TreeView | undefined> {
    const limits = { ...(depths && { depths: { ...depths } }), ...(cuts && { cuts: { ...cuts } }) }
    const order: SharedSearch = { by: 'kernel', position: makePosition(board), player, ...limits }
    const known = reuse ? ordered(order) : undefined
    if (known?.state === 'done' || known?.state === 'recording') {
      chosen.value = known.id
      return known
    }
    return openAs(order, (ask, keep) => ask('recordTree', { board: [...board], player, ...limits, keep }), instead)
  }

  async function recordSearch(search: GameOrder): Promise<TreeView | undefined> {
    return openAs({ by: 'searcher', ...search }, (ask, keep) => ask('recordSearch', { ...search, keep }))
  }

  async function openAs(order: SharedSearch, ...work: Parameters<typeof open>): Promise<TreeView | undefined> {
    const opened = await open(...work)
    if (opened) orders.set(opened.id, order)
    return opened
  }

  /** The open tree of a search that this page ordered. */
  function ordered(order: SharedSearch): TreeView | undefined {
    return trees.list.find(({ id }) => sameContent(orders.get(id), order))
  }

  /** The search that gives a tree again, node for node; `undefined` if time or the user ended it, or if this page did not order it. */
  function orderOf({ id, state, newer, player, search }: TreeView): SharedSearch | undefined {
    const order = orders.get(id)
    const isTimed = (player ?? search)?.limits.ms !== undefined && !(order?.by === 'kernel' && order.depths)
    return state !== 'done' || newer || isTimed ? undefined : order
  }

  async function again(key: NodeKey, depth: number): Promise<void> {
    const tree = view.value?.id
    if (tree !== undefined) await open((ask, keep) => ask('searchAgain', { tree, node: key, depth, keep }))
  }

  /** Titles of trees from when they were open, to name one that was closed to make room. */
  const names = new Map<TreeId, string>()
  const opening = useMutation(onFailure)
  watch(
    () => trees.list,
    list => {
      if (!opening.pending.value) names.clear()
      for (const each of list) names.set(each.id, titles.title(each))
    },
    { immediate: true },
  )

  /** Opens a tree beside the others, or in the place of one; if it replaced one for lack of room, reports which. */
  async function open(
    work: (ask: Ask, keep: TreeId[]) => Promise<TreeView | undefined>,
    instead?: TreeId,
  ): Promise<TreeView | undefined> {
    const keep = remaining(instead)
    const before = new Set(names.keys())
    const opened = await opening(ask => work(ask, keep))
    if (!opened) return undefined
    for (const [id, name] of names) {
      if (id === opened.id || keep.includes(id) || !before.has(id)) continue
      names.delete(id)
      if (id === instead) continue
      const order = orders.get(id)
      orders.delete(id)
      toasts.show({
        kind: 'notice',
        key: 'tree.madeRoom', // one at a time: they would cover the node
        title: t('tree.madeRoom.what', { name }),
        detail: t('tree.madeRoom.why', { most: MOST_TREES }),
        ...(order && { action: { label: t('tree.madeRoom.again'), run: () => void searchAgain(order) } }),
      })
    }
    if (!trees.list.some(({ id }) => id === opened.id)) trees.show([...trees.list, opened])
    chosen.value = opened.id
    return opened
  }

  /** Opens the tree of a search that this page ordered before. */
  async function searchAgain(order: SharedSearch): Promise<void> {
    const { by, ...search } = order
    if (order.by === 'kernel') await record(parseBoard(order.position), order.player, order)
    else if (by === 'searcher') await recordSearch(search as GameOrder)
  }

  /**
   * The trees to keep when another is opened: all but the one in whose place it is; or, if there are too many, but the oldest that is neither
   * shown nor running.
   */
  function remaining(instead: TreeId | undefined): TreeId[] {
    const others = trees.list.filter(({ id }) => id !== view.value?.id)
    const oldest = others.find(({ state }) => state !== 'recording') ?? others[0]
    const spare = trees.list.find(({ id }) => id === instead) ?? (trees.list.length < MOST_TREES ? undefined : oldest)
    return trees.list.filter(each => each !== spare).map(({ id }) => id)
  }

  function close(tree: TreeId) {
    names.delete(tree)
    orders.delete(tree)
    return change(ask => ask('closeTree', { tree }))
  }

  return {
    view,
    ask,
    renewals,
    lecturePlace,
    /** Requests everything shown again, since answers may have been lost with the connection. */
    renew: () => void renewals.value++,
    choose: (tree: TreeId) => (chosen.value = tree),
    ordered,
    find: (tree: TreeId | undefined) => trees.list.find(({ id }) => id === tree),
    opening: opening.pending,
    open,
    record,
    recordSearch,
    orderOf,
    again,
    stop: () => ask((ask, [tree]) => ask('stopTree', { tree })),
    follow: () => ask((ask, [tree]) => ask('followTree', { tree })),
    stopWork: (work: TreeWork) => ask((ask, [tree]) => ask('stopTreeWork', { tree, work })),
    close,
  }
}
