import { mkdirSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { removeDraft, syncFile } from '../../files/wholeFile'
import { type CopyWatch, type Database, type Row, checkWanted, withDatabase } from '../database'
import { explaining } from '../failures'
import { fieldsOf, insertRow } from '../fields'
import { migrate, nothingToRead } from '../migrate'
import { CHECKSUM, type SealedTable, type StoredValue, isSound } from '../soundness/sealedTables'
import { breakAllChains, lookAgain, sealAll } from '../soundness/setAside'
import { problemsOf } from '../soundness/soundness'
import { readTables, type Damage, type Lost } from './damage'
import { newestCopy, readDamaged, type Source } from './source'

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
  /** Rows that were read, with those of a copy. */
  readonly read: number
  /** The highest number that a row of the table ever had, if known. Deleted rows had numbers too. */
  readonly highest?: number
}

/** A batch that had all its games, and now has fewer. */
interface LosingBatch {
  readonly id: number
  readonly title: string
  /** The comparison that it belongs to, or `null`. */
  readonly comparison: number | null
  /** Remaining games. */
  readonly stored: number
  readonly games: number
  /** Whether it stores what a resumption needs; batches of early labs do not. */
  readonly canResume: boolean
}

/** Rows between two checks for cancellation. */
const ROWS_AT_ONCE = 1000

/**
 * Writes all that can be read of a data file into a new one, and fills the gaps from the newest verified copy. The file itself is
 * only read. The new file stores damaged rows as rows set aside, with their bytes, and names the gaps and the rows of the copy.
 * @param draft removed if the salvage fails
 * @throws {LabError} `BAD_STORE` for a file without data of this lab or an earlier one; `CANCELLED`, `STORE_FULL`
 */
export function salvageInto(file: string, draft: string, watch: CopyWatch = {}): Salvaged {
  explaining(draft, () => mkdirSync(dirname(draft), { recursive: true, mode: 0o700 }))
  try {
    const salvaged = readDamaged(file, source => withDatabase(draft, 'write', db => new Salvage(db, source, file, watch).run()))
    explaining(draft, () => syncFile(draft))
    return salvaged
  } catch (error) {
    removeDraft(draft)
    throw error
  }
}

class Salvage {
  readonly #rows: Record<string, number> = {}
  readonly #damage: Damage[]
  #read = 0

  constructor(
    private readonly db: Database,
    private readonly source: Source,
    private readonly file: string,
    private readonly watch: CopyWatch,
  ) {
    this.#damage = source.problems.map(problem => ({ kind: 'file', problem }))
  }

  run(): Salvaged {
    const { db, source, file } = this
    db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -32000')
    migrate(db, source.schema.version)
    db.exec('PRAGMA foreign_keys = OFF')
    const highest = numbersIn(source.db)
    db.transaction(() => {
      const lost = [...readTables(source, (table, row) => this.#take(table, row))]
      if (this.#read === 0) throw nothingToRead(file, source.version)
      this.#fill(lost)
      for (const [table, number] of highest) raiseSequence(db, table, number)
    })
    migrate(db)
    db.exec('PRAGMA foreign_keys = OFF')
    const tables = [...new Set(this.#damage.flatMap(each => (each.kind === 'file' ? [] : each.table)))]
    const batches = db.transaction(() => {
      for (const each of this.#damage) storeDamage(db, each)
      storeMissing(db)
      breakAllChains(db)
      lookAgain(db)
      const losing = tables.includes('games') || tables.includes('bench_games') ? losingBatches(db) : []
      sealAll(db)
      return losing
    })
    const [problem] = problemsOf(db)
    if (problem !== undefined) throw new Error(`what was salvaged is not sound: ${problem}`)
    const losses = tables.map(table => {
      const known = highest.get(table)
      return { table, read: this.#rows[table] ?? 0, ...(known !== undefined && { highest: known }) }
    })
    return { rows: this.#rows, damage: this.#damage, losses, batches }
  }

  #take(table: SealedTable, row: Row): void {
    if (this.#read++ % ROWS_AT_ONCE === 0) {
      checkWanted(this.watch)
      const { tables } = this.source.schema
      const bytes = statSync(this.file).size
      this.watch.onProgress?.((bytes * tables.findIndex(({ name }) => name === table.name)) / tables.length, bytes)
    }
    const problem = this.#insert(table, row)
    if (problem === undefined) return
    const key = table.key.map(column => String(row[column])).join('/')
    const name = typeof row['name'] === 'string' ? row['name'] : null
    const content = Object.fromEntries(Object.entries(row).map(([column, value]) => [column, String(value)]))
    this.#damage.push({ kind: 'row', table: table.name, key, name, content, problem })
  }

  /** @returns why the row cannot be inserted, if it is not there already */
  #insert(table: SealedTable, row: Row): string | undefined {
    const { name, columns, key } = table
    const all = [...columns, CHECKSUM]
    const values = all.map(column => row[column] as StoredValue)
    try {
      const sql = `INSERT INTO ${name} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`
      if (this.db.insert(sql, values).changes > 0) {
        this.#rows[name] = (this.#rows[name] ?? 0) + 1
        return undefined
      }
    } catch (error) {
      if ((error as { errcode?: number }).errcode === undefined) throw error
      return (error as Error).message
    }
    const where = key.map((column, i) => `${column} IS $k${i}`).join(' AND ')
    const parameters = Object.fromEntries(key.map((column, i) => [`k${i}`, row[column] as StoredValue]))
    return this.db.one(`SELECT 1 AS found FROM ${name} WHERE ${where}`, parameters) ? undefined : 'another row has its name'
  }

  /** Takes lost rows from the newest copy that are not here. */
  #fill(lost: readonly Lost[]): void {
    const copy = lost.length === 0 ? undefined : newestCopy(this.file, this.source.schema.version)
    const found = copy === undefined ? new Map<Lost, string[]>() : withDatabase(copy, 'read', from => this.#fillFrom(from, lost))
    for (const each of lost) {
      const keys = found.get(each) ?? []
      this.#damage.push({ ...each.damage, ...(keys.length > 0 && { fromCopy: { copy: basename(copy!), keys } }) })
    }
  }

  #fillFrom(copy: Database, lost: readonly Lost[]): Map<Lost, string[]> {
    const found = new Map<Lost, string[]>()
    for (const each of lost) {
      const { table, where, values } = each
      const columns = [...table.columns, CHECKSUM].join(', ')
      const keys: string[] = []
      for (const row of copy.rows(`SELECT ${columns} FROM ${table.name} WHERE ${where}`, values)) {
        const before = this.#rows[table.name]
        if (isSound(table, row)) this.#insert(table, row)
        if (this.#rows[table.name] !== before) keys.push(table.key.map(column => String(row[column])).join('/'))
      }
      found.set(each, keys)
    }
    for (const [table, number] of numbersIn(copy)) raiseSequence(this.db, table, number)
    return found
  }
}

/** The highest number that a row ever had, by table, as far as it can be read. */
function numbersIn(db: Database): ReadonlyMap<string, number> {
  try {
    return new Map(db.all('SELECT name, seq FROM sqlite_sequence').map(({ name, seq }) => [String(name), Number(seq)]))
  } catch {
    return new Map()
  }
}

/** The next row of the table gets a higher number than this. A table whose rows are not numbered stays as it is. */
function raiseSequence(db: Database, table: string, highest: number): void {
  const isNumbered = db.one(`SELECT 1 AS found FROM sqlite_schema WHERE name = $table AND sql LIKE '%AUTOINCREMENT%'`, { table })
  if (!isNumbered) return
  if (db.one('SELECT 1 AS found FROM sqlite_sequence WHERE name = $table', { table }))
    db.run('UPDATE sqlite_sequence SET seq = $highest WHERE name = $table AND seq < $highest', { table, highest })
  else db.run('INSERT INTO sqlite_sequence (name, seq) VALUES ($table, $highest)', { table, highest })
}

/** Marks the batches as unfinished. A game without its figures (nodes and time) is played again too. */
function losingBatches(db: Database): LosingBatch[] {
  const rows = db.all(
    `SELECT id, title, comparison, games, stored, resumable FROM (
       SELECT id, title, comparison, games, ended, progress IS NOT NULL AND progress <> 'null' AS resumable,
         coalesce(json_extract(summary, '$.games'), games) AS played,
         (SELECT count(*) FROM games WHERE batch = batches.id
            AND (batches.progress IS NULL OR batches.progress = 'null' OR id IN (SELECT game FROM bench_games))) AS stored
       FROM batches)
     WHERE ended IS NOT NULL AND stored < played ORDER BY id`,
  )
  for (const { id } of rows) db.run(`UPDATE batches SET ended = NULL, summary = 'null' WHERE id = $id`, { id: id as number })
  return rows.map(row => ({ ...fieldsOf<LosingBatch>(row, 'resumable'), canResume: row['resumable'] === 1 }))
}

function storeDamage(db: Database, damage: Damage): void {
  if (damage.kind === 'file') return
  const { problem, fromCopy } = damage
  const reason = fromCopy ? `${problem}; ${fromCopy.keys.length} rows are from ${fromCopy.copy}` : problem
  if (damage.kind === 'range') setRowAside(db, 'range', damage.name, null, reason, { ...fromCopy })
  else setRowAside(db, damage.table, damage.key, damage.name, reason, { ...damage.content, ...fromCopy })
}

/** Rows that others refer to and that are lost completely. */
function storeMissing(db: Database): void {
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
    for (const { key } of rows) setRowAside(db, parent, key as string, null, 'nothing of it can be read', {})
  }
}

function setRowAside(db: Database, table: string, key: string, name: string | null, reason: string, content: object): void {
  const damaged = { origin: table, rowKey: key, name, reason, content: JSON.stringify(content), found: Date.now() }
  insertRow(db, 'damaged', damaged, 'ON CONFLICT DO NOTHING')
}
