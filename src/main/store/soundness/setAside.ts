import type { SetAsideRow } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { Database, Row } from '../database'
import { insertRow, piecesOf } from '../fields'
import { CHECKSUM, type SealedTable, type StoredValue, checksumSql, sealedTables } from './sealedTables'
import { type UnsoundRow, defineChecksum } from './seals'

export const WRONG_CHECKSUM = 'its checksum does not match its content'

/** A `DamagedRow` from the table `damaged`. */
export const DAMAGED_COLUMNS = 'origin AS "table", row_key AS "key", name, reason'

/** Columns by which a user recognises a row; the first one present counts. */
const NAME_COLUMNS = ['name', 'title'] as const

/**
 * Tables whose rows form a sequence: rows after a lost one cannot be used before the gap is filled, and another table stores the
 * length.
 */
const CHAINS: Readonly<Record<string, { readonly owner: string; readonly parent: string; readonly length: string }>> = {
  analysis_values: { owner: 'analysis', parent: 'analyses', length: 'length(depths)' },
  playout_scores: { owner: 'playouts', parent: 'playouts', length: 'length(scores) / 8' },
}

/**
 * Moves damaged rows from their tables to the table `damaged`, byte by byte. Rows that belong to them stay in place, hidden, so
 * nothing else is lost. A row that cannot be removed because its page is damaged stays and is not read.
 */
export function setAside(db: Database, rows: readonly UnsoundRow[]): SetAsideRow[] {
  if (rows.length === 0) return []
  const references = db.pragma('foreign_keys')
  db.exec('PRAGMA foreign_keys = OFF') // rows that refer to a damaged row must not be deleted with it
  try {
    return db.transaction(() => rows.map(row => setOneAside(db, row)))
  } finally {
    db.exec(`PRAGMA foreign_keys = ${references}`)
  }
}

function setOneAside(db: Database, { table, key }: UnsoundRow): SetAsideRow {
  const rowKey = key.map(makeKey).join('/')
  const row = rawRow(db, table, key)
  const name = row ? nameIn(table, row) : null
  const reason = WRONG_CHECKSUM
  const found = Date.now()
  const content = JSON.stringify(row ? contentOf(table, row) : {})
  const damaged = { origin: table.name, rowKey, name, reason, content, found }
  insertRow(db, 'damaged', damaged, 'ON CONFLICT DO UPDATE SET content = excluded.content, reason = excluded.reason')
  takeOut(db, table, key)
  breakChain(db, table, key)
  const { id } = db.one('SELECT id FROM damaged WHERE origin = $table AND row_key = $rowKey', { table: table.name, rowKey })!
  return { id: id as number, table: table.name, key: rowKey, name, reason, found }
}

/** If an index still has the row's former values, rebuilds the table's indexes first. */
function takeOut(db: Database, table: SealedTable, key: readonly StoredValue[]): void {
  const { name } = table
  const remove = (): unknown => db.run(`DELETE FROM ${name} WHERE ${whereKey(table)}`, keyParameters(key))
  try {
    remove()
  } catch (error) {
    if (!isDamage(error)) throw error
    try {
      db.exec(`REINDEX main.${name}`)
      remove()
    } catch (again) {
      if (!isDamage(again)) throw again
    }
  }
}

/** Shortens the sequence of its owner, which continues from there. */
function breakChain(db: Database, { name }: SealedTable, [owner, first]: readonly StoredValue[]): void {
  const chain = CHAINS[name]
  if (chain)
    db.run(`UPDATE ${chain.parent} SET done = $first WHERE id = $owner AND done > $first`, { owner: owner!, first: first! })
}

/** Other analyses of a game are looked through again: they may have the mistakes of one that is lost. */
export function lookAgain(db: Database): void {
  db.run(`UPDATE analyses SET looked = 0 WHERE looked > 0
    AND game IN (SELECT game FROM exercises WHERE analysis NOT IN (SELECT id FROM analyses))`)
}

/** Shortens each sequence to its first gap, from where its owner continues. */
export function breakAllChains(db: Database): void {
  for (const [table, { owner, parent, length }] of Object.entries(CHAINS))
    for (const { id, done: stated } of db.all(`SELECT id, done FROM ${parent}`)) {
      const sql = `SELECT first, ${length} AS length FROM ${table} WHERE ${owner} = $id ORDER BY first`
      const { done } = piecesOf(db.all(sql, { id: id as number }), row => row['length'] as number, stated as number)
      if (done !== stated) db.run(`UPDATE ${parent} SET done = $done WHERE id = $id`, { id: id as number, done })
    }
}

function whereKey({ key }: SealedTable): string {
  return key.map((column, i) => `${column} IS $k${i}`).join(' AND ')
}

function keyParameters(key: readonly StoredValue[]): Record<string, StoredValue> {
  return Object.fromEntries(key.map((value, i) => [`k${i}`, value]))
}

function rawRow(db: Database, table: SealedTable, key: readonly StoredValue[]): Row | undefined {
  return db.one(contentSql(table, whereKey(table)), keyParameters(key))
}

/** The type and the bytes of each column: damaged text may not be valid text, and a damaged number may not fit into a number. */
function contentSql({ name, columns }: SealedTable, where: string): string {
  const each = columns.flatMap((column, i) => [
    `typeof(${column}) AS t${i}`,
    `CASE WHEN typeof(${column}) IN ('text', 'blob') THEN hex(${column}) ELSE quote(${column}) END AS v${i}`,
  ])
  return `SELECT ${each.join(', ')} FROM main.${name} WHERE ${where}`
}

/** Everything that can be read of a row. */
export function contentOfRow(db: Database, table: SealedTable, key: readonly StoredValue[]): Record<string, unknown> {
  const row = rawRow(db, table, key)
  return row ? contentOf(table, row) : {}
}

function contentOf({ columns }: SealedTable, row: Row): Record<string, unknown> {
  const content: Record<string, unknown> = {}
  columns.forEach((column, i) => {
    const [type, value] = [row[`t${i}`] as string, row[`v${i}`] as string]
    if (type === 'text') content[column] = { type, hex: value, text: textOf(value) }
    else content[column] = type === 'blob' ? { type, hex: value } : { type, value }
  })
  return content
}

/** The name by which a user recognises a damaged row, as far as it can be read. */
export function nameOf(db: Database, { table, key }: UnsoundRow): string | null {
  const row = rawRow(db, table, key)
  return row ? nameIn(table, row) : null
}

function nameIn({ columns }: SealedTable, row: Row): string | null {
  const column = NAME_COLUMNS.find(name => columns.includes(name))
  const i = column === undefined ? -1 : columns.indexOf(column)
  return row[`t${i}`] === 'text' ? textOf(row[`v${i}`] as string).slice(0, 80) : null
}

function textOf(hex: string): string {
  return Buffer.from(hex, 'hex').toString('utf8')
}

function makeKey(value: StoredValue): string {
  return value instanceof Uint8Array ? `x${Buffer.from(value).toString('hex')}` : String(value)
}

function isDamage(error: unknown): boolean {
  return error instanceof LabError && error.code === 'BAD_STORE'
}

/** Sets every damaged row aside, over a connection without `Seals`. */
export function setAllAside(db: Database): void {
  defineChecksum(db)
  const tables = sealedTables(db)
  const unsound = tables.flatMap(table => {
    const key = table.key.map((column, i) => `${column} AS k${i}`).join(', ')
    const rows = db.all(`SELECT ${key} FROM ${table.name} WHERE ${unsealedSql(table)}`)
    return rows.map(row => ({ table, key: table.key.map((_, i) => row[`k${i}`] as never) }))
  })
  setAside(db, unsound)
  if (tables.some(({ name }) => name === 'exercises')) lookAgain(db)
  const changed = Object.values(CHAINS).map(({ parent }) => parent)
  for (const table of tables)
    // a new file has none yet
    if (table.name === 'damaged') seal(db, table)
    else if (changed.includes(table.name))
      seal(db, table, `id NOT IN (SELECT CAST(row_key AS INTEGER) FROM damaged WHERE origin = '${table.name}')`)
}

/** Gives every row its checksum. */
export function sealAll(db: Database): void {
  defineChecksum(db)
  for (const table of sealedTables(db)) seal(db, table)
}

function seal(db: Database, table: SealedTable, where = 'true'): void {
  db.run(`UPDATE ${table.name} SET ${CHECKSUM} = ${checksumSql(table, table.name)} WHERE ${unsealedSql(table)} AND ${where}`)
}

function unsealedSql(table: SealedTable): string {
  return `${CHECKSUM} IS NOT ${checksumSql(table, table.name)}`
}
