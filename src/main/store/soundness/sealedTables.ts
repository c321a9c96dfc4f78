import type { Database, Row } from '../database'
import { crc32 } from 'node:zlib'

/** A table whose rows carry a checksum. */
export interface SealedTable {
  readonly name: string
  /** The columns that the checksum covers, in the order of the table. */
  readonly columns: readonly string[]
  /** Columns of the primary key. */
  readonly key: readonly string[]
  /** Whether all parts of the key are numbers. */
  readonly isNumbered: boolean
  readonly hasRowids: boolean
}

/** In the order they were created. */
export function sealedTables(db: Database): SealedTable[] {
  const tables = db.all(
    `SELECT s.name, l.wr FROM main.sqlite_schema AS s JOIN pragma_table_list AS l ON l.name = s.name AND l.schema = 'main'
     WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY s.rowid`,
  ) as { name: string; wr: number }[]
  return tables.flatMap(({ name, wr }) => {
    const info = db.all(`SELECT name, type, pk FROM pragma_table_info($name, 'main') ORDER BY cid`, { name })
    const all = info as { name: string; type: string; pk: number }[]
    const columns = all.map(column => column.name).filter(column => column !== CHECKSUM)
    const key = all.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
    const isNumbered = key.every(({ type }) => type === 'INTEGER')
    if (columns.length === all.length) return []
    return { name, columns, key: key.map(column => column.name), isNumbered, hasRowids: wr === 0 }
  })
}

/** The checksum of a row in SQL. @param of the row: `new`, `old`, or the table */
export function checksumSql({ name, columns }: SealedTable, of: string): string {
  return `lab_checksum('${name}', ${columns.map(column => `${of}.${column}`).join(', ')})`
}

export function soundSql({ name, columns }: SealedTable, of: string): string {
  return `lab_sound('${name}', ${of}.${CHECKSUM}, ${columns.map(column => `${of}.${column}`).join(', ')})`
}

/** The column that holds a row's checksum. Checksums do not cover it. */
export const CHECKSUM = 'checksum'

export type StoredValue = null | number | bigint | string | Uint8Array

/**
 * CRC-32 of a row: misses one change in four billion. Numbers count as decimal text and blobs as their own CRC-32, so detection
 * is not certain for any number of flipped bits. The checksum covers the table's name, so that a row found in a lost page
 * identifies its table.
 *
 * An integer and the same number in a REAL column give the same checksum, because SQLite stores whole REALs as integers.
 * @param values of all other columns in the order of the table; text ends at a NUL, as `node:sqlite` reads it
 */
export function checksumOf(table: string, values: readonly StoredValue[]): number {
  let text = table
  for (const value of values) {
    if (value === null) text += '\nn'
    else if (typeof value === 'string') text += `\ns${value.length}:${value}`
    else if (typeof value === 'object') text += `\nb${value.byteLength}:${crc32(bytesOf(value))}`
    else text += `\n${value}`
  }
  return crc32(text)
}

function bytesOf(view: NodeJS.ArrayBufferView): Uint8Array {
  return view instanceof Uint8Array ? view : new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}

/** Whether the row is exactly as it was stored. @param columns that the checksum covers, in the order of the table */
export function isSound({ name, columns }: { readonly name: string; readonly columns: readonly string[] }, row: Row): boolean {
  const checksum = row[CHECKSUM]
  if (checksum === null || checksum === undefined) return false
  return (
    Number(checksum) ===
    checksumOf(
      name,
      columns.map(column => row[column] as StoredValue),
    )
  )
}
