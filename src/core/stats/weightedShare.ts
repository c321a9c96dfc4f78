import { wilsonInterval, type Interval } from './intervals'

/** Successes of some trials, which count with a weight. */
interface Stratum {
  readonly weight: number
  readonly successes: number
  readonly trials: number
}

/**
 * The weighted mean of shares with its 95 % interval, from Wilson's interval of each share.
 * Source: G. Zou, W. Huang and X. Zhang, "A note on confidence interval estimation for a linear function of binomial proportions",
 * Computational Statistics & Data Analysis 53(4), 2009.
 */
export function weightedShare(strata: readonly Stratum[]): { readonly share: number; readonly interval: Interval } {
  const total = strata.reduce((sum, { weight }) => sum + weight, 0)
  let [share, below, above] = [0, 0, 0]
  for (const { weight, successes, trials } of strata) {
    const part = weight / total
    const its = successes / trials
    const [low, high] = wilsonInterval(successes, trials)
    share += part * its
    below += (part * (its - low)) ** 2
    above += (part * (high - its)) ** 2
  }
  return { share, interval: [share - Math.sqrt(below), share + Math.sqrt(above)] }
}
