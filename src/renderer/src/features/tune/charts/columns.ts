/** What the charts of a run are drawn from, a row an iteration. `null` where nothing is known. */
export type Column = readonly (number | null)[]

/** The curves of the fitness. */
export interface FitnessColumns {
  readonly iteration: readonly number[]
  /** Evaluations told until the end of the iteration. */
  readonly evaluations: readonly number[]
  /** The optimiser's best so far. */
  readonly gbest: Column
  readonly mean: Column
  /** Standard error of that mean. */
  readonly meanError: Column
  readonly median: Column
  readonly p10: Column
  readonly p90: Column
}

/** One weight over the iterations. */
export interface Trajectory {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly best: Column
  readonly median: Column
  readonly low: Column
  readonly high: Column
}

export function pointsOf(x: readonly number[], y: Column | readonly number[]): { x: number; y: number }[] {
  return x.map((value, i) => ({ x: value, y: y[i] ?? NaN }))
}
