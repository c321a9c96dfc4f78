/** What a chart shows as numbers: a canvas is mute to a screen reader, and a person may want the figures elsewhere. */
export interface ChartTable {
  readonly columns: readonly string[]
  /** One value a column; `null` where there is none. */
  readonly rows: readonly (readonly (number | string | null)[])[]
}

/** RFC 4180: a field is quoted where it must be; numbers as exact as they are. */
export function csvOf({ columns, rows }: ChartTable): string {
  return [columns, ...rows].map(row => row.map(field).join(',')).join('\r\n') + '\r\n'
}

/** An array of objects, one a row. */
export function jsonOf({ columns, rows }: ChartTable): string {
  return `${JSON.stringify(rows.map(row => Object.fromEntries(columns.map((column, i) => [column, row[i] ?? null]))))}\n`
}

/** At most so many rows, evenly spread, the last one among them. */
export function someRows(rows: ChartTable['rows'], most: number): ChartTable['rows'] {
  if (rows.length <= most) return rows
  return Array.from({ length: most }, (_, i) => rows[Math.round((i * (rows.length - 1)) / (most - 1))]!)
}

function field(value: number | string | null): string {
  const text = value === null ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
