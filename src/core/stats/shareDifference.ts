import type { Interval } from './intervals'
import { wilsonInterval } from './intervals'

/**
 * 95 % interval of the difference of two independent shares, p − q: below p − q by √((p − low(p))² + (high(q) − q)²), and above it by
 * √((high(p) − p)² + (q − low(q))²), where low and high are Wilson's.
 *
 * Source: method 10 of R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statist. Med. 17 (1998).
 *
 * @param one at least one trial, as `other`
 */
export function shareDifference(one: Share, other: Share): Interval {
  const [p, q] = [one, other].map(({ successes, trials }) => successes / trials) as [number, number]
  const [[pLow, pHigh], [qLow, qHigh]] = [one, other].map(each => wilsonInterval(each.successes, each.trials)) as [
    Interval,
    Interval,
  ]
  return [p - q - Math.hypot(p - pLow, qHigh - q), p - q + Math.hypot(pHigh - p, q - qLow)]
}

interface Share {
  readonly successes: number
  readonly trials: number
}
