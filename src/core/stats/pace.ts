/** Before these, the time that is left is not estimated: the start is slower than what follows, and a few pieces say little. */
const SHORTEST_MS = 2000
const FEWEST = 3
const SMALLEST_SHARE = 0.02

/** Whether enough is done to say how long the rest takes. @param ms since the work began, @param done of `total` pieces since then */
export function isPaceKnown(ms: number, done: number, total: number): boolean {
  return ms >= SHORTEST_MS && (done >= FEWEST || (done > 0 && done >= SMALLEST_SHARE * total))
}
