import { shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { TreeId, TreeView } from '../../../../../core/contract/calls'
import { contentHash } from '../../../../../core/contentHash'
import type { SharedSearch, SharedTree } from '../../../../../core/contract/files'
import type { Board } from '../../../../../core/games/twenty48/board'
import { parseBoard } from '../../../../../core/games/twenty48/notation'
import type { Player } from '../../../../../core/games/twenty48/player'
import { gameView } from '../../../games/gameViews'
import { useToasts } from '../../../ui/toasts/toasts'
import type { Outline } from '../outline/useOutline'
import type { GameOrder, OpenTrees } from '../useOpenTrees'
import type { Lecture } from './useLecture'

/** Pairs of the search that a lecture on the board in play steps through. */
const PAIRS = 1
const PLAIN = { wrapping: {}, seed: 0 } as const

/** Searches that the cards of the Tree screen lecture on; the one without an order is of the board in play. */
export const LECTURE_CARDS = [
  { id: 'board', game: 'twenty48' },
  {
    id: 'alphaBeta',
    game: 'exampleTree',
    order: { ...PLAIN, game: 'exampleTree', searcher: 'alphaBeta', config: {}, limits: {} },
  },
  {
    id: 'mcts',
    game: 'ticTacToe',
    order: { ...PLAIN, game: 'ticTacToe', searcher: 'mcts', config: { iterations: 60 }, limits: {} },
  },
  {
    id: 'robots',
    game: 'warehouse',
    order: { ...PLAIN, game: 'warehouse', searcher: 'alphaBeta', config: {}, limits: { depth: 2 } },
  },
] as const satisfies readonly {
  readonly id: string
  readonly game: GameOrder['game']
  readonly order?: Omit<GameOrder, 'position'>
}[]
export type LectureCard = (typeof LECTURE_CARDS)[number]

/** @param inPlay the board and the player of the Play screen */
export function useLectureCards(
  openTrees: OpenTrees,
  lecture: Lecture,
  outline: Pick<Outline, 'go'>,
  inPlay: () => { readonly board: Board; readonly player: Player } | undefined,
) {
  const toasts = useToasts()
  const { t } = useI18n()
  /** The tree whose lecture begins once its search is over. */
  const waiting = shallowRef<TreeId>()
  /** The place in that tree, instead of the start of its lecture. */
  let place: SharedTree | undefined
  /** Trees that cards opened, by what they searched. */
  const opened = new Map<string, TreeId>()

  async function open(card: LectureCard): Promise<void> {
    const what = orderOf(card)
    if (!what) return
    lecture.end()
    const key = contentHash(what)
    const known = openTrees.find(opened.get(key))
    const view =
      known ?? ('player' in what ? await openTrees.record(what.board, what.player) : await openTrees.recordSearch(what))
    if (!view) return
    if (known) openTrees.choose(known.id)
    opened.set(key, view.id)
    place = undefined
    waiting.value = view.id
  }

  /** Opens a place that was shared, once its search is over. A recorded tree is open, and shown. */
  async function openShared(shared: SharedTree): Promise<void> {
    const { search } = shared
    lecture.end()
    const view = search.by === 'trace' ? openTrees.view.value : await orderedAs(search)
    if (!view) return
    place = shared
    waiting.value = view.id
  }

  function orderedAs(search: Exclude<SharedSearch, { by: 'trace' }>): Promise<TreeView | undefined> {
    const { by: _, ...order } = search
    if (!('player' in order)) return openTrees.recordSearch(order)
    const { position, player, ...limits } = order
    return openTrees.record(parseBoard(position), player, limits)
  }

  async function goTo({ path, step, nodes }: SharedTree): Promise<void> {
    const key = await openTrees.ask((ask, [tree]) => ask('treeAt', { tree, edges: [...path] }))
    if (key === undefined) return
    if (key !== null) await outline.go(key)
    if (step !== undefined) {
      await lecture.start()
      await lecture.goTo(step)
    }
    const isThere = key !== null && (step === undefined || lecture.event.value?.at === step)
    const { nodes: found } = openTrees.view.value!
    if (!isThere || (nodes !== undefined && nodes !== found))
      toasts.show({ kind: 'notice', title: t('share.differs'), detail: t('share.differsWhy', { nodes, found }) })
  }

  function orderOf(card: LectureCard): GameOrder | { readonly board: Board; readonly player: Player } | undefined {
    if ('order' in card) return { ...card.order, position: gameView(card.game).example.text }
    const its = inPlay()
    return its && { ...its, player: { ...its.player, limits: { depth: PAIRS } } }
  }

  const isReady = (view: TreeView | undefined) => view?.id === waiting.value && view?.state === 'done' && view.version > 0
  watch(
    () => waiting.value !== undefined && isReady(openTrees.view.value),
    async ready => {
      if (!ready) return
      waiting.value = undefined
      if (place) return goTo(place)
      await lecture.start()
      lecture.play()
    },
  )

  return { open, openShared }
}
