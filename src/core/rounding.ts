/**
 * Equal but for rounding: the one rule for searches, trees, replays, terminal and page. The kernel compiles this file too, so
 * it stays within what TypeScript and AssemblyScript have in common. All values are finite.
 */

/**
 * As a share of the larger magnitude. Mirror images of a board give slides of equal worth whose sums differ in their last
 * bits, by the order of the additions.
 */
const ROUNDING = 1e-11

/** Whether two values are the same, or differ by no more than rounding can make of equal ones. */
export function isEqualButForRounding(one: number, other: number): boolean {
  return Math.abs(one - other) <= ROUNDING * Math.max(Math.abs(one), Math.abs(other))
}

/** Whether the first is higher by more than rounding can make it. */
export function isHigher(value: number, than: number): boolean {
  return value > than && !isEqualButForRounding(value, than)
}

/** Whether the first is nearer to a number than another is, by more than rounding can make it. */
export function isNearer(value: number, than: number, to: number): boolean {
  const rounding = ROUNDING * Math.max(Math.abs(value), Math.max(Math.abs(than), Math.abs(to)))
  return Math.abs(than - to) - Math.abs(value - to) > rounding
}

/** How far a value is below the best, 0 or less: exactly 0, a tie, for one that is equal but for rounding. */
export function differenceToBest(value: number, best: number): number {
  return isEqualButForRounding(value, best) ? 0 : value - best
}
