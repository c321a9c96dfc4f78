import type { Interval } from './intervals'

/** The verdict of a comparison on the one against the other; `open`: undecided. */
export type Verdict = 'better' | 'worse' | 'equivalent' | 'open'

/**
 * `equivalent` if the whole interval of the difference lies within ±margin, ends included; otherwise `better` or `worse` if the interval
 * excludes 0. An interval that meets both conditions is `equivalent`: a margin declares in advance which differences do not matter, however
 * certain they are.
 * @param interval of the difference, the one − the other; `null`: not known yet
 * @param margin 0 or more, in the unit of the interval, declared before the games
 */
export function verdictOf(interval: Interval | null, margin: number): Verdict {
  if (!interval) return 'open'
  const [low, high] = interval
  if (-margin <= low && high <= margin) return 'equivalent'
  if (low > 0) return 'better'
  return high < 0 ? 'worse' : 'open'
}
