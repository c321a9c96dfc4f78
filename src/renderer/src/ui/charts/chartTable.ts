import type { CsvTable } from '../../../../core/csv'

/** What a chart shows as numbers: a canvas is mute to a screen reader, and a person may want the figures elsewhere. */
export type ChartTable = CsvTable

/** An array of objects, one a row. */
export function jsonOf({ columns, rows }: ChartTable): string {
  return `${JSON.stringify(rows.map(row => Object.fromEntries(columns.map((column, i) => [column, row[i] ?? null]))))}\n`
}

/** At most so many rows, evenly spread, the last one among them. */
export function someRows(rows: ChartTable['rows'], most: number): ChartTable['rows'] {
  if (rows.length <= most) return rows
  return Array.from({ length: most }, (_, i) => rows[Math.round((i * (rows.length - 1)) / (most - 1))]!)
}
