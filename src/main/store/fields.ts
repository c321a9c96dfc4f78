/**
 * Conversion between rows and values: the column `max_rank` is the field `maxRank`. Repositories convert what is stored in
 * another form.
 */
import { LabError } from '../../core/errors'
import type { Database, Parameters, Row } from './database'
import { CHECKSUM, type StoredValue, checksumOf, sealedTables } from './soundness/sealedTables'

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

/** An insertion of rows that have the same fields. */
interface Insertion {
  readonly fields: readonly string[]
  readonly onConflict: string
  readonly sql: string
  /** Places of the sealed columns among the values of a row; absent if a trigger seals it. */
  readonly sealed?: readonly number[]
}

/** By table. */
const insertions = new WeakMap<Database, Map<string, Insertion[]>>()

/** Must be called after each change of the schema. */
export function forgetTables(db: Database): void {
  insertions.delete(db)
}

/**
 * Inserts a row. If it has all columns, its checksum is computed here: the triggers of `Seals` would change the row once more and
 * call out of SQLite, which takes twice the time.
 * @param onConflict a clause; absent: an existing row is an error. @returns the id of the row
 */
export function insertRow(db: Database, table: string, row: Parameters, onConflict = ''): number {
  const { sql, sealed } = insertionOf(db, table, Object.keys(row), onConflict)
  const values = Object.values(row)
  if (!sealed) return db.insert(sql, values).id
  values.push(
    values.some(isStoredOtherwise)
      ? null
      : checksumOf(
          table,
          sealed.map(place => values[place] as StoredValue),
        ),
  )
  return db.insert(sql, values).id
}

/** SQLite stores NaN as NULL, and node:sqlite may read less of a text with a NUL: the trigger sees what is stored. */
function isStoredOtherwise(value: unknown): boolean {
  return Number.isNaN(value) || (typeof value === 'string' && value.includes('\0'))
}

function insertionOf(db: Database, table: string, fields: readonly string[], onConflict: string): Insertion {
  const tables = insertions.get(db) ?? new Map<string, Insertion[]>()
  insertions.set(db, tables)
  const known = tables.get(table) ?? []
  tables.set(table, known)
  // compared one by one, which is quicker than a key made of them
  const same = known.find(each => each.onConflict === onConflict && equalTexts(each.fields, fields))
  if (same) return same
  const insertion = makeInsertion(db, table, fields, onConflict)
  known.push(insertion)
  return insertion
}

function equalTexts(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, i) => text === others[i])
}

function makeInsertion(db: Database, table: string, fields: readonly string[], onConflict: string): Insertion {
  const columns = fields.map(columnOf)
  const seal = sealedTables(db).find(({ name }) => name === table)
  const isWhole = seal?.columns.length === columns.length
  const all = isWhole ? [...columns, CHECKSUM] : columns
  const sql = `INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')}) ${onConflict}`
  return { fields, onConflict, sql, ...(isWhole && { sealed: seal.columns.map(column => columns.indexOf(column)) }) }
}

/** A column of numbers, little-endian on every machine that runs the lab; a blob may not be aligned for an array of numbers. */
export function floats64Of(blob: unknown): Float64Array | null {
  return blob instanceof Uint8Array ? new Float64Array(blob.slice().buffer) : null
}

export function floats32Of(blob: unknown): Float32Array | null {
  return blob instanceof Uint8Array ? new Float32Array(blob.slice().buffer) : null
}

interface Piece {
  readonly row: Row
  /** Index of its first item. */
  readonly first: number
  /** Number of its valid items. */
  readonly length: number
}

/**
 * The rows of a sequence up to the first gap, which a damaged row leaves. Rows after the gap count again once it is filled; a row
 * that then overlaps others does not count.
 * @param rows ordered by their `first`
 * @param most valid items
 */
export function piecesOf(rows: readonly Row[], lengthOf: (row: Row) => number, most: number) {
  const pieces: Piece[] = []
  let done = 0
  for (const row of rows) {
    const first = row['first'] as number
    if (first < done) continue
    if (first > done || done >= most) break
    const length = Math.min(lengthOf(row), most - done)
    pieces.push({ row, first, length })
    done += length
  }
  return { pieces, done }
}
