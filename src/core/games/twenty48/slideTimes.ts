/** A summary of the times of a game's moves. */
export interface SlideTimesSummary {
  /** Moves that were measured. */
  readonly slides: number
  /** Total milliseconds. */
  readonly total: number
  /** The first of the longest moves; its number counts from 1. */
  readonly longest: { readonly slide: number; readonly ms: number }
}

/** @returns `undefined` if no move was measured */
export function summarizeTimes(ms: readonly (number | null)[] | null | undefined): SlideTimesSummary | undefined {
  let [slides, total] = [0, 0]
  let longest: SlideTimesSummary['longest'] | undefined
  ms?.forEach((each, i) => {
    if (each === null) return
    slides++
    total += each
    if (!longest || each > longest.ms) longest = { slide: i + 1, ms: each }
  })
  return longest && { slides, total, longest }
}
