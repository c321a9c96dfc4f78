import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from '@lucide/vue'
import { computed, type ComputedRef, inject, type InjectionKey } from 'vue'
import { useI18n } from 'vue-i18n'
import type { Preferences } from '../../../../core/contract/preferences'
import type { Move, Rank } from '../../../../core/games/twenty48/board'

/** How boards are drawn everywhere, from the user's preferences. */
export interface BoardLook {
  readonly tileText: TileText
  readonly animated: boolean
}

export const boardLookKey: InjectionKey<BoardLook> = Symbol('board look')

/** What `App` provides; without it boards show numbers and do not animate. */
export function useBoardLook(): BoardLook {
  return inject(boardLookKey, { tileText: 'face', animated: false })
}

/** One tile to draw. Keys are unique within a board; a tile that keeps its key keeps its element. */
export interface Tile {
  readonly key: string
  readonly rank: Rank
  readonly cell: number
  /** `slides`: from another cell; `leaves`: from another cell into the tile it merges into; the others appear in place. */
  readonly motion: 'still' | 'slides' | 'leaves' | 'merged' | 'new'
  readonly from?: number
}

/** How the number on a tile is written. */
export type TileText = Preferences['tileText']

export const ARROWS = { up: ArrowUp, down: ArrowDown, left: ArrowLeft, right: ArrowRight }

export function useMoveNames(): ComputedRef<Readonly<Record<Move, string>>> {
  const { t } = useI18n()
  return computed(() => ({ up: t('moves.up'), down: t('moves.down'), left: t('moves.left'), right: t('moves.right') }))
}
