/** Before this time the remaining time is not estimated: the start is slower than the rest, and a few pieces are not representative. */
const SHORTEST_MS = 2000
const FEWEST = 3
const SMALLEST_SHARE = 0.02

/** True if enough is done to estimate the remaining time. @param ms since the work began, @param done of `total` pieces since then */
export function isPaceKnown(ms: number, done: number, total: number): boolean {
  return ms >= SHORTEST_MS && (done >= FEWEST || (done > 0 && done >= SMALLEST_SHARE * total))
}
