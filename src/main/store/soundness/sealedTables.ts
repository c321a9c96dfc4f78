import { CHECKSUM } from './checksum'
import type { Database } from '../database'

/** A table whose rows carry a checksum. */
export interface SealedTable {
  readonly name: string
  /** The columns that the checksum covers, in the order of the table. */
  readonly columns: readonly string[]
  /** Its primary key. */
  readonly key: readonly string[]
}

/** In the order they were made. */
export function sealedTables(db: Database): SealedTable[] {
  const names = db.all(
    `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY rowid`,
  )
  return names.flatMap(({ name }) => {
    const { columns, key } = tableInfo(db, name as string)
    return columns.includes(CHECKSUM) ? { name: name as string, columns: columns.filter(column => column !== CHECKSUM), key } : []
  })
}

/** All columns of a table, and its primary key. */
export function tableInfo(db: Database, table: string) {
  const info = db.all(`SELECT name, type, pk FROM pragma_table_info($table, 'main') ORDER BY cid`, { table })
  const rows = info as { name: string; type: string; pk: number }[]
  const key = rows.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  return { columns: rows.map(({ name }) => name), key: key.map(({ name }) => name), keyTypes: key.map(({ type }) => type) }
}

/** The checksum of a row in SQL. @param of the row: `new`, `old`, or the table */
export function checksumSql({ name, columns }: SealedTable, of: string): string {
  return `lab_checksum('${name}', ${columns.map(column => `${of}.${column}`).join(', ')})`
}

export function soundSql({ name, columns }: SealedTable, of: string): string {
  return `lab_sound('${name}', ${of}.${CHECKSUM}, ${columns.map(column => `${of}.${column}`).join(', ')})`
}
