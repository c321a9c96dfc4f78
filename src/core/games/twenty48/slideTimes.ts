/** What is known of the times of a game's slides. */
export interface SlideTimesSummary {
  /** Slides that were measured. */
  readonly slides: number
  /** Milliseconds of all of them together. */
  readonly total: number
  /** The first of the longest, its number counted from 1. */
  readonly longest: { readonly slide: number; readonly ms: number }
}

/** @returns `undefined` where nobody measured any */
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
