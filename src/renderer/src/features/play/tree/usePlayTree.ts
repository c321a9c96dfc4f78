import { computed, onScopeDispose, shallowRef } from 'vue'
import type { PlayTree, Speed } from '../../../../../core/contract/calls/play'
import { sameBoard, slideEdge, slideOfEdge, spawnEdge } from '../../../../../core/games/twenty48/board'
import { turnsBetween } from '../../../../../core/games/twenty48/turnsBetween'
import { useLab } from '../../../bridge/lab'
import { useLatest } from '../../../bridge/useLatest'
import { useGameStore } from '../gameStore'

/** Up to this speed the tree glides from move to move. */
const GLIDES_PER_SECOND = 4
/** Up to this speed every move has its tree; faster games show some. */
const SEEN_PER_SECOND = 30

interface Shown {
  readonly tree: PlayTree
  /** The path in the tree before that is the root of this one; empty: another board, or the same. */
  readonly played: string
}

/** The tree of the search that moves, as it arrives. */
export function usePlayTree() {
  const lab = useLab()
  const store = useGameStore()
  const shown = shallowRef<Shown>()

  function show(tree: PlayTree): void {
    const before = shown.value?.tree
    shown.value = { tree, played: before && !isSampled.value ? pathBetween(before, tree) : '' }
  }
  useLatest({
    about: () => true,
    ask: async ask => {
      const tree = await ask('playTree', undefined)
      if (tree && !shown.value) show(tree)
    },
  })
  onScopeDispose(lab.on('playTree', show))

  const speed = computed((): Speed | undefined => store.game?.autoplay?.slidesPerSecond)
  const isSampled = computed(() => speed.value === 'fastest' || (speed.value ?? 0) > SEEN_PER_SECOND)
  const glides = computed(() => speed.value === undefined || (speed.value !== 'fastest' && speed.value <= GLIDES_PER_SECOND))
  /** The tree of the shown board by the chosen player, of the board before it, or of one that it is about to follow. */
  const current = computed(() => {
    const { tree } = shown.value ?? {}
    const { game, report, behind } = store
    if (!tree || !game || store.editing) return undefined
    const boards = [behind?.board, ...(store.isChosen(tree.player) ? [game.board, report?.board] : [])]
    return game.autoplay || boards.some(board => board && sameBoard(board, tree.board)) ? shown.value : undefined
  })
  /** The tree is of the last move; the shown board has none. */
  const isBehind = computed(
    () => !store.game?.autoplay && current.value !== undefined && !sameBoard(current.value.tree.board, store.game!.board),
  )

  return { current, isBehind, isSampled, glides }
}

function pathBetween(before: PlayTree, now: PlayTree): string {
  if (sameBoard(before.board, now.board)) return ''
  const best = before.root.children.find(({ best }) => best)
  // two moves may lead to one board
  const [turn] = turnsBetween(before.board, now.board, 1, best?.edge && slideOfEdge(best.edge.id)) ?? []
  if (!turn || !best) return ''
  const [move, tile] = [slideEdge(turn.move), spawnEdge(turn.spawn)]
  const isDrawn = best.edge?.id === move && best.children.some(({ edge }) => edge?.id === tile)
  return isDrawn ? `${move}.${tile}` : String(move)
}
