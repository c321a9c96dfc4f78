/**
 * Exponential moving average.
 * @param weight of the earlier values, 0 (no smoothing) … below 1. Gaps stay gaps and change nothing.
 */
export function smooth(values: readonly number[], weight: number): number[] {
  let average: number | undefined
  return values.map(value => {
    if (!Number.isFinite(value)) return NaN
    average = average === undefined ? value : weight * average + (1 - weight) * value
    return average
  })
}
