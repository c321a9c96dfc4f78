/** Checksums of whole tables, for a connection without `Seals`. */
import { CHECKSUM } from './checksum'
import type { Database } from '../database'
import { checksumSql, sealedTables, type SealedTable } from './sealedTables'
import { defineChecksum } from './seals'
import { setAside } from './setAside'

/** Sets every damaged row aside. */
export function setAllAside(db: Database): void {
  defineChecksum(db)
  const tables = sealedTables(db)
  const unsound = tables.flatMap(table => {
    const key = table.key.map((column, i) => `${column} AS k${i}`).join(', ')
    const rows = db.all(`SELECT ${key} FROM ${table.name} WHERE ${unsealedSql(table)}`)
    return rows.map(row => ({ table, key: table.key.map((_, i) => row[`k${i}`] as never) }))
  })
  setAside(db, unsound)
  for (const table of tables) if (table.name === 'damaged') seal(db, table) // a new file has no tables yet
}

/** Gives every row its checksum. */
export function sealAll(db: Database): void {
  defineChecksum(db)
  for (const table of sealedTables(db)) seal(db, table)
}

function seal(db: Database, table: SealedTable): void {
  db.run(`UPDATE ${table.name} SET ${CHECKSUM} = ${checksumSql(table, table.name)} WHERE ${unsealedSql(table)}`)
}

function unsealedSql(table: SealedTable): string {
  return `${CHECKSUM} IS NOT ${checksumSql(table, table.name)}`
}
