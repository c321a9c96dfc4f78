import { inject, type InjectionKey } from 'vue'
import type { TileText } from './tile'

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
