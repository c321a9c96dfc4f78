import type { SQLInputValue } from 'node:sqlite'
import { checksumOf, CHECKSUM } from './checksum'
import type { Database } from '../database'
import { sealedTables, type SealedTable } from './sealedTables'

/**
 * Inserts rows with their checksums, for tables that take thousands of rows per second. The triggers of `Seals` compute the same
 * checksums, but change each row once more and call out of SQLite for it, which takes twice the time.
 */
export class SealedRows {
  #table: SealedTable | undefined
  #sql = ''

  constructor(
    private readonly db: Database,
    private readonly name: string,
  ) {}

  /** @param row by column, including its key; an absent column is NULL. */
  insert(row: Readonly<Record<string, Exclude<SQLInputValue, boolean>>>): void {
    const { columns } = (this.#table ??= this.#look())
    const values: SQLInputValue[] = []
    let isCut = false
    for (const column of columns) {
      const value = row[column] ?? null
      // node:sqlite may read less of a text with a NUL: the trigger sees that, and seals a row without a checksum
      isCut ||= typeof value === 'string' && value.includes('\0')
      values.push(value)
    }
    values.push(isCut ? null : checksumOf(this.name, values as never))
    this.db.insert(this.#sql, values)
  }

  /** The next number of a table that never reuses one, by the rule of SQLite: https://www.sqlite.org/autoinc.html */
  nextId(): number {
    const sql = `SELECT max(ifnull((SELECT seq FROM main.sqlite_sequence WHERE name = $name), 0), ifnull((SELECT max(id) FROM ${this.name}), 0)) AS last`
    return (this.db.one(sql, { name: this.name })!['last'] as number) + 1
  }

  #look(): SealedTable {
    const table = sealedTables(this.db).find(({ name }) => name === this.name)!
    const columns = [...table.columns, CHECKSUM]
    this.#sql = `INSERT INTO ${this.name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
    return table
  }
}
