import { shareOf, type ScaledRange } from '../../../../../core/stats/weightScale'

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
