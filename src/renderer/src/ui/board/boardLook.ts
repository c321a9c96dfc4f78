import { inject, type InjectionKey } from 'vue'
import type { TileText } from './tile'

/** How boards are drawn everywhere: as this person chose. */
export interface BoardLook {
  readonly tileText: TileText
  readonly animated: boolean
}

export const boardLookKey: InjectionKey<BoardLook> = Symbol('board look')

/** What `App` provides; elsewhere boards show their numbers and stand still. */
export function useBoardLook(): BoardLook {
  return inject(boardLookKey, { tileText: 'face', animated: false })
}
