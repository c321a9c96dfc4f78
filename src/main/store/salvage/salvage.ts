import { dirname } from 'node:path'
import { mkdirSync } from 'node:fs'
import { checkWanted, type CopyWatch } from '../files/copyWatch'
import { Database } from '../database'
import { explaining } from '../failures'
import { insertRow } from '../fields'
import { migrate, nothingToRead } from '../migrate'
import { removeDraft, syncFile } from '../../files/draftFile'
import { sealAll } from '../soundness/reseal'
import { breakAllChains } from '../soundness/setAside'
import { problemsOf } from '../soundness/soundness'
import { alterationsOf } from './alterations'
import { PageFile } from './pageFile'
import { isLoss, Scan, tableOf, type Damage, type FoundRow } from './scan'
import { losingBatches, raiseSequence, type LosingBatch } from './losses'
import type { RawValue } from './records'

/** The result of a salvage. */
export interface Salvaged {
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>
  readonly damage: readonly Damage[]
  /** Tables with losses. */
  readonly losses: readonly TableLoss[]
  /** Finished batches that lost games; they are now unfinished. */
  readonly batches: readonly LosingBatch[]
}

interface TableLoss {
  readonly table: string
  /** Rows that were read. */
  readonly read: number
  /** The highest number that a row of the table ever had, if known. Deleted rows had numbers too. */
  readonly highest?: number
}

/** Rows between two checks for cancellation. */
const ROWS_AT_ONCE = 1000

/**
 * Writes all that can be read of a data file into a new one. The file itself is only read. The new file stores damaged rows as
 * rows set aside, with their bytes.
 * @param draft removed if the salvage fails
 * @throws {LabError} `BAD_STORE` for a file without data of this lab or an earlier one; `CANCELLED`, `STORE_FULL`
 */
export function salvageInto(file: string, draft: string, watch: CopyWatch = {}): Salvaged {
  const pages = explaining(file, () => new PageFile(file))
  explaining(draft, () => mkdirSync(dirname(draft), { recursive: true, mode: 0o700 }))
  try {
    const salvaged = write(pages, file, draft, watch)
    explaining(draft, () => syncFile(draft))
    return salvaged
  } catch (error) {
    removeDraft(draft)
    throw error
  } finally {
    pages.close()
  }
}

function write(pages: PageFile, file: string, draft: string, watch: CopyWatch): Salvaged {
  const scan = new Scan(pages)
  const db = new Database(draft, 'write')
  try {
    db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -32000')
    migrate(db, scan.schema.version)
    db.exec('PRAGMA foreign_keys = OFF')
    const rows: Record<string, number> = {}
    const refused: Damage[] = []
    db.transaction(() => {
      let read = 0
      for (const found of scan.rows()) {
        if (++read % ROWS_AT_ONCE === 0) {
          checkWanted(watch)
          watch.onProgress?.(found.page * pages.pageSize, pages.count * pages.pageSize)
        }
        const problem = insert(db, found)
        if (problem === undefined) rows[found.layout.table] = (rows[found.layout.table] ?? 0) + 1
        else if (problem !== 'there') refused.push(refusal(found, problem))
      }
      for (const [table, highest] of scan.sequence) if (scan.schema.layouts.has(table)) raiseSequence(db, table, highest)
    })
    const damage = [...alterationsOf(file), ...scan.damage, ...refused]
    if (Object.keys(rows).length === 0) throw nothingToRead(file, scan.version)
    migrate(db)
    db.exec('PRAGMA foreign_keys = OFF')
    const losses = lossesOf(damage, rows, scan.sequence)
    const batches = db.transaction(() => {
      keepDamaged(db, damage)
      keepMissing(db)
      breakAllChains(db)
      const losing = damage.some(each => isLoss(each) && isOfBench(tableOf(each))) ? losingBatches(db) : []
      sealAll(db)
      return losing
    })
    const [problem] = problemsOf(db)
    if (problem !== undefined) throw new Error(`what was salvaged is not sound: ${problem}`)
    return { rows, damage, losses, batches }
  } finally {
    db.close()
  }
}

/** Includes pages that could belong to any table. */
function isOfBench(table: string | undefined): boolean {
  return table === undefined || table === 'games' || table === 'bench_games'
}

function lossesOf(
  damage: readonly Damage[],
  rows: Readonly<Record<string, number>>,
  sequence: ReadonlyMap<string, number>,
): TableLoss[] {
  const tables = new Set(damage.filter(isLoss).flatMap(each => tableOf(each) ?? []))
  return [...tables].map(table => {
    const highest = sequence.get(table)
    return { table, read: rows[table] ?? 0, ...(highest !== undefined && { highest }) }
  })
}

/** @returns why the row cannot be inserted; `there` if it already exists. */
function insert(db: Database, { layout, row }: FoundRow): string | undefined {
  const parameters = Object.fromEntries(row.map((value, i) => [`v${i}`, bound(value)]))
  const places = row.map((_, i) => `$v${i}`).join(', ')
  try {
    const sql = `INSERT INTO ${layout.table} (${layout.columns.join(', ')}) VALUES (${places}) ON CONFLICT DO NOTHING`
    if (db.run(sql, parameters).changes > 0) return undefined
  } catch (error) {
    if ((error as { errcode?: number }).errcode === undefined) throw error
    return (error as Error).message
  }
  const key = layout.key.map(column => [column, row[layout.columns.indexOf(column)]!] as const)
  const where = key.map(([column], i) => `${column} IS $k${i}`).join(' AND ')
  const keyParameters = Object.fromEntries(key.map(([, value], i) => [`k${i}`, bound(value)]))
  return db.one(`SELECT 1 AS found FROM ${layout.table} WHERE ${where}`, keyParameters) ? 'there' : 'another row has its name'
}

function refusal({ layout, row, page }: FoundRow, problem: string): Damage {
  const key = layout.key.map(column => String(bound(row[layout.columns.indexOf(column)]!))).join('/')
  const at = layout.columns.indexOf('name')
  const name = at >= 0 ? String(bound(row[at]!)) : null
  const content = JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return { kind: 'row', page, table: layout.table, key, name, bytes: Buffer.from(content), problem }
}

function bound(value: RawValue): null | number | bigint | string | Uint8Array {
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return value
  return value.text.toString('utf8')
}

function keepDamaged(db: Database, damage: readonly Damage[]): void {
  for (const each of damage) {
    if (each.kind === 'page' && each.isLoss) keep(db, 'page', String(each.page), each.of, each.problem, {})
    if (each.kind === 'table' && each.isLoss) keep(db, 'table', each.table, null, each.problem, {})
    if (each.kind !== 'row') continue
    const { table, key, name, bytes, page, problem } = each
    keep(db, table, key, name, problem, { page, record: bytes.toString('hex') })
  }
}

/** Rows that others refer to and that are lost completely. */
function keepMissing(db: Database): void {
  const references = db.all(
    `SELECT child.name AS child, reference."from" AS "column", reference."table" AS parent
     FROM main.sqlite_schema AS child, pragma_foreign_key_list(child.name) AS reference WHERE child.type = 'table'`,
  ) as { child: string; column: string; parent: string }[]
  for (const { child, column, parent } of references) {
    const rows = db.all(
      `SELECT DISTINCT CAST(${column} AS TEXT) AS key FROM ${child}
       WHERE ${column} IS NOT NULL AND ${column} NOT IN (SELECT rowid FROM ${parent})`,
    )
    // a later row must not get the number of a lost one that others still refer to
    const { highest } = db.one(`SELECT max(CAST(${column} AS INTEGER)) AS highest FROM ${child}`)!
    if (rows.length > 0 && highest !== null) raiseSequence(db, parent, Number(highest))
    for (const { key } of rows) keep(db, parent, key as string, null, 'nothing of it can be read', {})
  }
}

function keep(db: Database, table: string, key: string, name: string | null, reason: string, content: object): void {
  const damaged = { origin: table, rowKey: key, name, reason, content: JSON.stringify(content), found: Date.now() }
  insertRow(db, 'damaged', damaged, 'ON CONFLICT DO NOTHING')
}
