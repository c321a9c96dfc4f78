import { CHECKSUM } from './checksum'
import type { Database } from '../database'

/** A table whose rows carry a checksum. */
export interface SealedTable {
  readonly name: string
  /** What the checksum covers, in the order of the table. */
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
    const table = tableNamed(db, name as string)
    return table ? [table] : []
  })
}

function tableNamed(db: Database, name: string): SealedTable | undefined {
  const columns = db.all(`SELECT name, pk FROM pragma_table_info($name, 'main') ORDER BY cid`, { name })
  const names = columns.map(column => column['name'] as string)
  if (!names.includes(CHECKSUM)) return undefined
  const key = columns.filter(({ pk }) => (pk as number) > 0).sort((a, b) => (a['pk'] as number) - (b['pk'] as number))
  return { name, columns: names.filter(column => column !== CHECKSUM), key: key.map(column => column['name'] as string) }
}

/** The checksum of a row in SQL. @param of the row: `new`, `old`, or the table */
export function checksumSql({ name, columns }: SealedTable, of: string): string {
  return `lab_checksum('${name}', ${columns.map(column => `${of}.${column}`).join(', ')})`
}

export function soundSql({ name, columns }: SealedTable, of: string): string {
  return `lab_sound('${name}', ${of}.${CHECKSUM}, ${columns.map(column => `${of}.${column}`).join(', ')})`
}
