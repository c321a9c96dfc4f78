import type { CsvTable } from '../../../../core/csv'

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

/** The numbers of a chart: screen readers cannot read a canvas, and users may want the figures elsewhere. */
export type ChartTable = CsvTable

/** An array of objects, one per row. */
export function jsonOf({ columns, rows }: ChartTable): string {
  return `${JSON.stringify(rows.map(row => Object.fromEntries(columns.map((column, i) => [column, row[i] ?? null]))))}\n`
}

/** At most `most` rows, evenly spaced, including the last. */
export function someRows(rows: ChartTable['rows'], most: number): ChartTable['rows'] {
  if (rows.length <= most) return rows
  return Array.from({ length: most }, (_, i) => rows[Math.round((i * (rows.length - 1)) / (most - 1))]!)
}
