import type { TuningColumns } from '../../../../../core/contract/calls'
import type { WeightRange } from './weightAxis'

/** The data of a run's charts, one row per iteration. `null` where unknown. */
export type Column = readonly (number | null)[]

/** The possible x axes of a run's charts. */
export const COURSES = ['iteration', 'evaluations', 'games'] as const
export type Course = (typeof COURSES)[number]

/** The curves of the fitness. */
export type FitnessColumns = Pick<TuningColumns, Course | 'gbest' | 'mean' | 'meanHalf' | 'median' | 'p10' | 'p90'>

/** One weight over the iterations. */
export interface Trajectory extends WeightRange {
  readonly best: Column
  readonly median: Column
  readonly low: Column
  readonly high: Column
}

/**
 * Place of an iteration on the axis. For one missing from the columns, which may be thinned out or incomplete, the next or the
 * last.
 */
export function placeOf(iteration: number, x: readonly number[], iterations: readonly number[]): number | undefined {
  const i = iterations.findIndex(each => each >= iteration)
  return x.at(i)
}

/** The iteration nearest to a place on the axis. */
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
