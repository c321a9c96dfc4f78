/** Smallest and largest value to MAX, the first agent. */
export type Bounds = readonly [low: number, high: number]

/** Bounds of unknown values. */
export const UNBOUNDED: Bounds = [-Infinity, Infinity]

/** How a value relates to that of a search of its depth with full windows: equal, never below it, or never above it. */
export type Bound = 'exact' | 'upper' | 'lower'

/** The kind of bound that a value found in a window is. */
export function boundOf(value: number, alpha: number, beta: number): Bound {
  if (value <= alpha && alpha > -Infinity) return 'upper'
  return value >= beta && beta < Infinity ? 'lower' : 'exact'
}
