/** An axis whose positions differ from the numbers written on it. */
export interface AxisScale {
  readonly min: number
  readonly max: number
  /** Positions that get a tick. */
  readonly ticks: readonly number[]
  /** The label at a position. */
  text(place: number): string
}
