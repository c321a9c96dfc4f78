import type { TuningColumns } from '../../../../../core/contract/calls'
import { type ScaledRange, coordinateOf, shareOf, weightOf } from '../../../../../core/stats/weightScale'
import type { AxisScale } from '../../../ui/charts/chartTheme'

/** The data of a run's charts, one row per iteration. `null` where unknown. */
export type Column = readonly (number | null)[]

/** The possible x axes of a run's charts. */
export const COURSES = ['iteration', 'evaluations', 'games'] as const
export type Course = (typeof COURSES)[number]

/** The curves of the fitness. */
export type FitnessColumns = Pick<TuningColumns, Course | 'gbest' | 'mean' | 'meanHalf' | 'median' | 'p10' | 'p90'>

/** A weight and the range that it is tuned in. */
export interface WeightRange extends ScaledRange {
  readonly name: string
}

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

/** Maximum number of ticks of a nonlinear axis, in each direction from 0. */
const MOST_DECADES = 4

/** Places on the axis are coordinates; `undefined` if they are the weights themselves. */
export function weightAxis(range: WeightRange, write: (weight: number) => string): AxisScale | undefined {
  if (range.scale === 'linear') return undefined
  const ticks = decades(range).map(weight => coordinateOf(range, weight))
  return {
    min: coordinateOf(range, range.min),
    max: coordinateOf(range, range.max),
    ticks,
    text: place => write(weightOf(range, place)),
  }
}

/** Powers of ten within the range, with both signs and 0 if it includes them, thinned out if there are many. */
export function decades({ min, max, scale }: ScaledRange): number[] {
  const largest = Math.floor(Math.log10(Math.max(Math.abs(min), Math.abs(max))) + 1e-9)
  const inner = scale === 'log' ? Math.min(Math.abs(min), Math.abs(max)) : 10 ** (largest - 3)
  const smallest = Math.ceil(Math.log10(inner) - 1e-9)
  const step = Math.max(1, Math.ceil((largest - smallest) / MOST_DECADES))
  const powers = Array.from({ length: Math.floor((largest - smallest) / step) + 1 }, (_, i) => 10 ** (largest - i * step))
  return [...powers.map(power => -power), 0, ...powers.toReversed()].filter(
    weight => weight >= min && weight <= max && (weight !== 0 || scale === 'symlog'),
  )
}

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

export interface ParallelAxis extends ScaledRange {
  readonly name: string
}

/** A range of an axis, as shares of its height from the bottom. */
export type Brush = readonly [low: number, high: number]

/** Where a row crosses each axis, 0 at the bottom … 1 at the top. An axis of zero length is crossed in its middle. */
export function placesOf(values: readonly number[], axes: readonly ParallelAxis[]): number[] {
  return axes.map((axis, i) => (axis.max > axis.min ? shareOf(axis, values[i]!) : 0.5))
}

/** Whether a row passes through every range. */
export function brushed(places: readonly number[], brushes: readonly (Brush | undefined)[]): boolean {
  return places.every((place, i) => {
    const brush = brushes[i]
    return !brush || (place >= brush[0] && place <= brush[1])
  })
}
