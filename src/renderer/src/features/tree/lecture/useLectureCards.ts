import { shallowRef, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { TreeId, TreeView } from '../../../../../core/contract/calls'
import type { SharedSearch, SharedTree } from '../../../../../core/contract/files'
import type { Board } from '../../../../../core/games/twenty48/board'
import { makePosition, parseBoard } from '../../../../../core/games/twenty48/notation'
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
  const { t, n } = useI18n()
  /** The tree whose lecture begins once its search is over. */
  const waiting = shallowRef<TreeId>()
  /** The place in that tree, instead of the start of its lecture. */
  let place: SharedTree | undefined

  async function open(card: LectureCard): Promise<void> {
    const order = orderOf(card)
    if (order) await begin(order)
  }

  /** Opens a place that was shared, once its search is over. A recorded tree is open, and shown. @returns false if the search failed */
  async function openShared(shared: SharedTree): Promise<boolean> {
    return begin(shared.search, shared)
  }

  /** @param at a place in the tree; absent: the start of its lecture @returns false if the search failed, which is reported */
  async function begin(search: SharedSearch, at?: SharedTree): Promise<boolean> {
    lecture.end()
    const view = search.by === 'trace' ? openTrees.view.value : await treeOf(search)
    if (!view) return false
    place = at
    waiting.value = view.id
    return true
  }

  /** Shows the tree of a search, which may be open already. */
  async function treeOf(search: Exclude<SharedSearch, { by: 'trace' }>): Promise<TreeView | undefined> {
    const known = openTrees.ordered(search)
    if (known) openTrees.choose(known.id)
    if (known) return known
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
    const at = lecture.event.value
    const { nodes: found } = openTrees.view.value!
    const title = t('share.differs')
    if (nodes !== undefined && nodes !== found)
      toasts.show({
        kind: 'notice',
        title,
        detail: t('share.differsWhy', { nodes: n(nodes, 'integer'), found: n(found, 'integer') }),
      })
    else if (key === null) toasts.show({ kind: 'notice', title, detail: t('share.differsPlace') })
    else if (step !== undefined && at && at.at !== step) {
      const [steps, wanted] = [n(at.of, 'integer'), n(step + 1, 'integer')]
      toasts.show({ kind: 'notice', title: t('share.noStep'), detail: t('share.noStepWhy', { steps, step: wanted }) })
    }
  }

  function orderOf(card: LectureCard): SharedSearch | undefined {
    if ('order' in card) return { by: 'searcher', ...card.order, position: gameView(card.game).example.text }
    const its = inPlay()
    return its && { by: 'kernel', position: makePosition(its.board), player: { ...its.player, limits: { depth: PAIRS } } }
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
