/** The neighbours of a number among the doubles: two of them are a null window, with nothing between. */

const number = new Float64Array(1)
const bits = new BigInt64Array(number.buffer)

/** The next double above; of the largest, infinity. */
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

/** A number that is lower than a value by more than rounding (1e-11), with hardly anything between. */
export function clearlyBelow(value: number): number {
  return Number.isFinite(value) ? Math.min(below(value), value - 2e-11 * Math.abs(value)) : below(value)
}

export function clearlyAbove(value: number): number {
  return -clearlyBelow(-value)
}
