/**
 * Equal but for rounding: the one rule for searches, trees, replays, terminal and page. The kernel compiles this file too, so
 * it stays within what TypeScript and AssemblyScript have in common. All values are finite.
 */

/**
 * A share of the larger magnitude. Moves on mirror images of a board have equal values, but their sums differ in the last bits
 * because the terms are added in another order.
 */
const ROUNDING = 1e-11

/** True if two values are equal or differ by no more than rounding. */
export function isEqualButForRounding(one: number, other: number): boolean {
  return Math.abs(one - other) <= ROUNDING * Math.max(Math.abs(one), Math.abs(other))
}

/** True if `value` exceeds `than` by more than rounding. */
export function isHigher(value: number, than: number): boolean {
  return value > than && !isEqualButForRounding(value, than)
}

/** True if the first is nearer to a number than the second, by more than rounding. */
export function isNearer(value: number, than: number, to: number): boolean {
  const rounding = ROUNDING * Math.max(Math.abs(value), Math.max(Math.abs(than), Math.abs(to)))
  return Math.abs(than - to) - Math.abs(value - to) > rounding
}

/** The difference between a value and the best, 0 or less: exactly 0, a tie, for values that are equal but for rounding. */
export function differenceToBest(value: number, best: number): number {
  return isEqualButForRounding(value, best) ? 0 : value - best
}
