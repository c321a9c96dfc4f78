/**
 * Conversion between rows and values: the column `max_rank` is the field `maxRank`. Repositories convert what is stored in
 * another form.
 */
import type { SQLInputValue } from 'node:sqlite'
import { LabError } from '../../core/errors'
import type { Database, Parameters, Row } from './database'
import { CHECKSUM, checksumOf, type StoredValue } from './soundness/checksum'
import { sealedTables, type SealedTable } from './soundness/sealedTables'

const fields = new Map<string, string>()
const columns = new Map<string, string>()

function fieldOf(column: string): string {
  return remembered(fields, column, () => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
}

function columnOf(field: string): string {
  return remembered(columns, field, () => field.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))
}

function remembered(known: Map<string, string>, name: string, make: () => string): string {
  const field = known.get(name) ?? make()
  known.set(name, field)
  return field
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

/** The error for a number that no item has. @param what it is: `batch` */
export function notFound(what: string, id: number): LabError {
  return new LabError('NOT_FOUND', `There is no ${what} number ${id}; it may have been deleted.`, { id })
}

const sealed = new WeakMap<Database, ReadonlyMap<string, SealedTable>>()

/** Must be called after each change of the schema. */
export function forgetTables(db: Database): void {
  sealed.delete(db)
}

function tableOf(db: Database, name: string): SealedTable | undefined {
  const tables = sealed.get(db) ?? new Map(sealedTables(db).map(table => [table.name, table]))
  sealed.set(db, tables)
  return tables.get(name)
}

/**
 * Inserts a row. If it has all columns, its checksum is computed here: the triggers of `Seals` would change the row once more and
 * call out of SQLite, which takes twice the time.
 * @param onConflict a clause; absent: an existing row is an error. @returns the id of the row
 */
export function insertRow(db: Database, table: string, row: Parameters, onConflict = ''): number {
  const columns = Object.keys(row).map(columnOf)
  const values = Object.values(row)
  const checksum = checksumIn(tableOf(db, table), columns, values)
  const all = checksum === undefined ? columns : [...columns, CHECKSUM]
  const sql = `INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')}) ${onConflict}`
  return db.insert(sql, checksum === undefined ? values : [...values, checksum]).id
}

function checksumIn(table: SealedTable | undefined, columns: readonly string[], values: SQLInputValue[]): number | undefined {
  if (table?.columns.length !== columns.length) return undefined
  // SQLite stores NaN as NULL, and node:sqlite may read less of a text with a NUL: the trigger sees what is stored
  if (values.some(value => Number.isNaN(value) || (typeof value === 'string' && value.includes('\0')))) return undefined
  return checksumOf(
    table.name,
    table.columns.map(column => values[columns.indexOf(column)] as StoredValue),
  )
}
