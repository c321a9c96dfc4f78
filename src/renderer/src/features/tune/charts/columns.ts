/** What the charts of a run are drawn from, a row an iteration. `null` where nothing is known. */
export type Column = readonly (number | null)[]

export interface IterationColumns {
  readonly iteration: readonly number[]
  /** Evaluations told until the end of the iteration. */
  readonly evaluations: readonly number[]
  /** Fitness of the best so far. */
  readonly best: Column
  readonly mean: Column
  readonly median: Column
  /** 10 % and 90 % of the evaluations of the iteration. */
  readonly low: Column
  readonly high: Column
  /** Standard error of an evaluation, and standard deviation between the evaluations. */
  readonly error: Column
  readonly spread: Column
  /** How much too good the best looks by luck alone. */
  readonly luck: Column
  readonly distance: Column
  readonly speed: Column
  readonly atBounds: Column
  readonly gamesPerSecond: Column
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
