import type { Interval } from './intervals'

/** What a comparison says of the one against the other; `open`: nothing yet. */
export type Verdict = 'better' | 'worse' | 'equivalent' | 'open'

/**
 * `equivalent` where the whole interval of the difference lies within ±margin, its ends included; else `better` or `worse` where it leaves out 0. An interval
 * that does both is `equivalent`: a margin says in advance which differences do not matter, however surely they are there.
 *
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
