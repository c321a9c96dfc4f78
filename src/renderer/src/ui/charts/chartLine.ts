/** `NaN` where there is no value. */
export interface ChartPoint {
  readonly x: number
  readonly y: number
}

export interface ChartLine {
  readonly label: string
  readonly colour: string
  /** In ascending order of x. */
  readonly points: readonly ChartPoint[]
  readonly look?: 'line' | 'dash' | 'step' | 'points'
  /** Fills down to the line before it, which is not drawn: the two are the edges of a band. */
  readonly band?: boolean
  /** Half the length of each point's whisker; `NaN`: none. */
  readonly whiskers?: readonly number[]
}

/** A sample of a line or mark and its meaning. */
export interface LegendItem {
  readonly label: string
  readonly colour: string
  readonly mark?: 'line' | 'dash' | 'area' | 'point'
}
