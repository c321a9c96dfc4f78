/** An axis whose places are not the numbers that are written on it. */
export interface AxisScale {
  readonly min: number
  readonly max: number
  /** Places that get a mark. */
  readonly ticks: readonly number[]
  /** What is written at a place. */
  text(place: number): string
}
