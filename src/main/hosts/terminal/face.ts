/** The machine-readable face of the terminal. It is a promise: docs/terminal.md states it, tests/main/terminal*.test.ts hold it. */
import type { LabErrorData } from '../../../core/errors'
import { makePosition, makeSpawn } from '../../../core/games/twenty48/notation'
import type { Move } from '../../../core/games/twenty48/board'
import type { SearchReport, SlideValues } from '../../../core/search/report'

/** Grows when a field is removed, renamed or changes its meaning; new fields may come without. */
export const FACE_VERSION = 1

export interface SearchAnswer {
  /** The 16 digits of the board, however it was written. */
  readonly position: string
  /** `null` when the game is over. */
  readonly best: Move | null
  readonly values: SlideValues
  readonly depth: number
  readonly nodes: number
  readonly hits: number
  readonly ms: number
  /** `left`, `4@r2c3`, `up`, … */
  readonly pv: readonly string[]
}

/** In the place of an answer where a line of input cannot be answered. */
export interface SearchRefusal {
  /** As it came, or its beginning. */
  readonly position: string
  readonly error: Pick<LabErrorData, 'code' | 'message'>
}

export function searchAnswer({ board, best, values, depth, nodes, hits, pv }: SearchReport, ms: number): SearchAnswer {
  return { position: makePosition(board), best: best ?? null, values, depth, nodes, hits, ms: microseconds(ms), pv: makeLine(pv) }
}

export function makeLine(pv: SearchReport['pv']): string[] {
  return pv.map(step => ('move' in step ? step.move : makeSpawn(step.spawn)))
}

/** Milliseconds without the digits that no clock has. */
export function microseconds(ms: number): number {
  return Number(ms.toFixed(3))
}
