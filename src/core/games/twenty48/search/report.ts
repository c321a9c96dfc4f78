import { isHigher } from '../../../rounding'
import { MOVES, type Board, type Move, type Spawn } from '../board'

/** Value of each root slide, in the evaluator's unit; `null` where the rules forbid the slide. */
export type SlideValues = Readonly<Record<Move, number | null>>

/** The depth that each slide's value is of, in (tile + slide) pairs; `null` where the rules forbid the slide. */
export type SlideDepths = SlideValues

export type PvStep = { readonly move: Move } | { readonly spawn: Spawn }

/** Why a search ended. `complete`: every line was followed to its end or to the cut, deeper would change nothing. */
export type Stopped = 'limit' | 'complete' | 'request' | 'game-over'

export interface SearchReport {
  readonly board: Board
  /** `undefined` when the game is over. Ties go to the first of up, down, left, right. */
  readonly best: Move | undefined
  readonly values: SlideValues
  /**
   * Two depths at most: of an interrupted iteration the finished slides may count, and then the best is one of them. A slide's
   * value follows from its depth alone, however the search came to it: each begins with an empty table.
   */
  readonly depths: SlideDepths
  /** The last depth that was finished for every slide. */
  readonly depth: number
  /** Slides tried, 4 per player node, over all iterations. */
  readonly nodes: number
  /** Table entries reused. */
  readonly hits: number
  /** Times the table was asked. */
  readonly probes: number
  readonly stopped: Stopped
  /** Best slide, a likely tile, best slide, …; the best slide alone where nobody asked for more. Empty when the game is over. */
  readonly pv: readonly PvStep[]
  /** Slides tried and milliseconds spent for principal variations, over all iterations; `nodes` does not contain these. */
  readonly pvNodes: number
  readonly pvMs: number
}

/** What a board is worth to a player: as much as its best slide. */
export interface BoardValue {
  readonly value: number
  /** That the value of the best slide is of. */
  readonly depth: number
}

/** `undefined` when the game is over. */
export function boardValue({ best, values, depths }: SearchReport): BoardValue | undefined {
  return best && { value: values[best]!, depth: depths[best]! }
}

/** One number a slide; `null` where it is illegal. */
export function slideValues(valueOf: (move: Move) => number | null): SlideValues {
  const [up, down, left, right] = MOVES.map(valueOf) as [number | null, number | null, number | null, number | null]
  return { up, down, left, right }
}

/** The slides whose values are of the greatest depth: only these can be compared. */
export function deepestSlides(depths: SlideDepths): readonly Move[] {
  const deepest = Math.max(...MOVES.map(move => depths[move] ?? -1))
  return MOVES.filter(move => depths[move] === deepest)
}

/** The first slide of the highest value, out of some slides or of all. */
export function bestSlide(values: SlideValues, among: readonly Move[] = MOVES): Move | undefined {
  let best: Move | undefined
  let highest = -Infinity
  for (const move of among) {
    const value = values[move]
    if (value === null || (best !== undefined && !isHigher(value, highest))) continue
    best = move
    highest = value
  }
  return best
}
