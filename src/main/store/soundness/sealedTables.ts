import { CHECKSUM } from './checksum'
import type { Database } from '../database'

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
