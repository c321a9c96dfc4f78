import type { WeightRange } from './weightAxis'

/** What the charts of a run are drawn from, a row an iteration. `null` where nothing is known. */
export type Column = readonly (number | null)[]

/** What the charts of a run's course stand on. */
export const COURSES = ['iteration', 'evaluations', 'games'] as const
export type Course = (typeof COURSES)[number]

/** The curves of the fitness. */
export interface FitnessColumns {
  readonly iteration: readonly number[]
  /** Evaluations told until the end of the iteration. */
  readonly evaluations: readonly number[]
  /** Games played until then. */
  readonly games: readonly number[]
  /** The optimiser's best so far. */
  readonly gbest: Column
  readonly mean: Column
  /** Half of the 95 % interval of that mean. */
  readonly meanHalf: Column
  readonly median: Column
  readonly p10: Column
  readonly p90: Column
}

/** One weight over the iterations. */
export interface Trajectory extends WeightRange {
  readonly best: Column
  readonly median: Column
  readonly low: Column
  readonly high: Column
}

/** Where an iteration stands on the axis; columns may not have it, being thinned out or not yet that far: then the next or the last. */
export function placeOf(iteration: number, x: readonly number[], iterations: readonly number[]): number | undefined {
  const i = iterations.findIndex(each => each >= iteration)
  return x.at(i)
}

/** The iteration that stands nearest to a place on the axis. */
export function iterationAt(place: number, x: readonly number[], iterations: readonly number[]): number | undefined {
  let nearest = 0
  x.forEach((each, i) => {
    if (Math.abs(each - place) < Math.abs(x[nearest]! - place)) nearest = i
  })
  return iterations[nearest]
}

export function pointsOf(x: readonly number[], y: Column | readonly number[]): { x: number; y: number }[] {
  return x.map((value, i) => ({ x: value, y: y[i] ?? NaN }))
}
