/** The neighbours of a double. A double and its neighbour form a null window, with nothing in between. */

const number = new Float64Array(1)
const bits = new BigInt64Array(number.buffer)

/** The next double above; infinity for the largest. */
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
