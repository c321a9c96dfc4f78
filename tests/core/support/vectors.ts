import { MOVES, type Move } from '../../../src/core/games/twenty48/board'
import { TABLE_BITS, type SearchSettings } from '../../../src/core/search/settings'
import { golden } from './golden'

/** A board with the values of its slides by an independent public solver; tests/golden/README.md says how it was made. */
export interface Vector {
  readonly board: string
  readonly depth: number
  /** 0 where the slide is illegal. */
  readonly values: Readonly<Record<Move, number>>
  readonly static: number
  /** Slides tried below the four root slides. */
  readonly nodes: number
}

export const vectors = golden<{ vectors: readonly Vector[] }>('expectimax-power').vectors

export const VECTOR_SETTINGS: SearchSettings = {
  leaf: 'afterstate',
  points: 'ignored',
  dead: 0,
  floor: 0,
  cut: 1e-4,
  table: 'deeper',
  tableBits: TABLE_BITS.default,
}

/** Of every slide; infinite where one side has a slide that the other has not. */
export function relativeErrors(slides: readonly { readonly move: Move; readonly value: number }[], { values }: Vector): number[] {
  return MOVES.map(move => {
    const found = slides.find(slide => slide.move === move)?.value
    if (found === undefined) return values[move] === 0 ? 0 : Infinity
    return Math.abs(found / values[move] - 1)
  })
}
