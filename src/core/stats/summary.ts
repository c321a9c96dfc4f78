import { sampleCorrelation } from 'simple-statistics'

/** Functions that summarise a batch of games. All need at least one value. */
export { max, mean, median, quantile, sampleStandardDeviation } from 'simple-statistics'

/** Pearson's correlation of pairs. @returns `null` for fewer than three pairs, or if one side does not vary */
export function correlation(a: readonly number[], b: readonly number[]): number | null {
  if (a.length < 3) return null
  const r = sampleCorrelation([...a], [...b])
  return Number.isFinite(r) ? Math.max(-1, Math.min(1, r)) : null
}

/** Mean and spread of values, as needed for an interval of their mean. */
export interface Moments {
  readonly n: number
  /** Values that are not 0: for differences, the games in which two players differ. */
  readonly nonzero: number
  readonly mean: number
  /** Sample variance, over n − 1; 0 for one value. */
  readonly variance: number
}

/**
 * Moments of values that arrive one by one: constant memory, and a look costs nothing.
 *
 * Source: B. P. Welford, "Note on a method for calculating corrected sums of squares and products", Technometrics 4 (1962).
 */
export class RunningMoments implements Moments {
  #n = 0
  #nonzero = 0
  #mean = 0
  #squares = 0

  add(value: number): void {
    this.#n++
    if (value !== 0) this.#nonzero++
    const before = value - this.#mean
    this.#mean += before / this.#n
    this.#squares += before * (value - this.#mean)
  }

  get n(): number {
    return this.#n
  }

  get nonzero(): number {
    return this.#nonzero
  }

  get mean(): number {
    return this.#mean
  }

  get variance(): number {
    return this.#n < 2 ? 0 : this.#squares / (this.#n - 1)
  }
}

export function momentsOf(values: readonly number[]): Moments {
  const moments = new RunningMoments()
  for (const value of values) moments.add(value)
  return moments
}
