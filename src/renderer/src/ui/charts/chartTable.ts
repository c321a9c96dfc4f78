import type { CsvTable } from '../../../../core/csv'

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
