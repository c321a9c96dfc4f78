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

const number = new Float64Array(1)
const bits = new BigInt64Array(number.buffer)

/** The next double above; infinity for the largest. A double and its neighbour form a null window, with nothing in between. */
export function above(value: number): number {
  if (value === Infinity) return value
  if (value === 0) return Number.MIN_VALUE
  number[0] = value
  bits[0]! += value > 0 ? 1n : -1n
  return number[0]
}

/** The next double below. */
export function below(value: number): number {
  return -above(-value)
}

/** A number below a value by just more than rounding (1e-11). */
export function clearlyBelow(value: number): number {
  return Number.isFinite(value) ? Math.min(below(value), value - 2e-11 * Math.abs(value)) : below(value)
}

export function clearlyAbove(value: number): number {
  return -clearlyBelow(-value)
}
