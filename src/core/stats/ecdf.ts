/** Steps of the empirical distribution: the share of values that are at most `value`. */
interface EcdfStep {
  readonly value: number
  readonly share: number
}

/** One step for each different value, upwards. */
export function ecdf(values: readonly number[]): EcdfStep[] {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted.flatMap((value, i) => (value === sorted[i + 1] ? [] : [{ value, share: (i + 1) / sorted.length }]))
}
