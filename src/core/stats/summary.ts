import { sampleCorrelation } from 'simple-statistics'
/** Functions that summarise a batch of games. All need at least one value. */
export { max, mean, median, quantile, sampleStandardDeviation } from 'simple-statistics'

/** Pearson's correlation of pairs. @returns `null` for fewer than three pairs, or if one side does not vary */
export function correlation(a: readonly number[], b: readonly number[]): number | null {
  if (a.length < 3) return null
  const r = sampleCorrelation([...a], [...b])
  return Number.isFinite(r) ? Math.max(-1, Math.min(1, r)) : null
}
