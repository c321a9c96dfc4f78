/** Rows and values have the same parts: the column `max_rank` is the field `maxRank`. What is stored in another form the repository turns. */
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

/** Of a row all columns but `others`, which the value has not. */
export function fieldsOf<Value>(row: Row, ...others: readonly string[]): Value {
  const value: Record<string, unknown> = {}
  for (const column in row) if (!others.includes(column)) value[fieldOf(column)] = row[column]
  return value as Value
}

/** `null` of a column that is NULL. */
export function jsonOf<Value = unknown>(column: unknown): Value {
  return JSON.parse(column as string) as Value
}

/** @param onConflict a clause; absent: a row that is there already is an error. @returns the id of the row */
export function insertRow(db: Database, table: string, row: Parameters, onConflict = ''): number {
  const names = Object.keys(row)
  const values = names.map(name => `$${name}`).join(', ')
  return db.run(`INSERT INTO ${table} (${names.map(columnOf).join(', ')}) VALUES (${values}) ${onConflict}`, row).id
}
