/**
 * Conversion between rows and values: the column `max_rank` is the field `maxRank`. Repositories convert what is stored in
 * another form.
 */
import type { Database, Parameters, Row } from './database'

const fields = new Map<string, string>()
const columns = new Map<string, string>()

function fieldOf(column: string): string {
  return remembered(fields, column, () => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
}

function columnOf(field: string): string {
  return remembered(columns, field, () => field.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))
}

function remembered(known: Map<string, string>, name: string, make: () => string): string {
  const made = known.get(name) ?? make()
  known.set(name, made)
  return made
}

/** All columns of a row but `others`, which the value lacks. */
export function fieldsOf<Value>(row: Row, ...others: readonly string[]): Value {
  const value: Record<string, unknown> = {}
  for (const column in row) if (!others.includes(column)) value[fieldOf(column)] = row[column]
  return value as Value
}

/** `null` for a NULL column. */
export function jsonOf<Value = unknown>(column: unknown): Value {
  return JSON.parse(column as string) as Value
}

/** @param onConflict a clause; absent: an existing row is an error. @returns the id of the row */
export function insertRow(db: Database, table: string, row: Parameters, onConflict = ''): number {
  const names = Object.keys(row)
  const values = names.map(name => `$${name}`).join(', ')
  return db.run(`INSERT INTO ${table} (${names.map(columnOf).join(', ')}) VALUES (${values}) ${onConflict}`, row).id
}
