import { LabError } from '../../../core/errors'
import type { Database, Row } from '../database'
import type { SealedTable, StoredValue } from '../soundness/sealedTables'
import { DAMAGED_COLUMNS, WRONG_CHECKSUM, contentOfRow } from '../soundness/setAside'
import { type Source, readDamaged } from './source'
import { walk, whereIn, type Condition, type Range } from './walk'
import type { DamagedRow } from '../../../core/contract/stored'
import { fieldsOf } from '../fields'
import { nothingToRead } from '../migrate'
import { problemsOf } from '../soundness/soundness'

/** What is damaged. */
export type Damage =
  | { readonly kind: 'file'; readonly problem: string }
  | (Range & {
      /** Rows that cannot be read, or that may be missing. */
      readonly kind: 'range'
      /** Table and keys, as in "rows of games after 17". */
      readonly name: string
      readonly problem: string
      readonly fromCopy?: FromCopy
    })
  | {
      readonly kind: 'row'
      readonly table: string
      /** The readable part of the key; the parts of a longer one are joined by `/`. */
      readonly key: string
      readonly name: string | null
      /** Type and value of each column. */
      readonly content: Readonly<Record<string, unknown>>
      readonly problem: string
      readonly fromCopy?: FromCopy
    }

/** Rows that a salvage took from a copy, in the state in which they were then. */
interface FromCopy {
  readonly copy: string
  readonly keys: readonly string[]
}

/** A damage of a table, and the condition in SQL for the rows that it may have cost. */
export interface Lost extends Condition {
  readonly table: SealedTable
  readonly damage: Exclude<Damage, { readonly kind: 'file' }>
}

/** Whether stored data are lost, or may be. */
export function isLoss(damage: Damage): boolean {
  return damage.kind !== 'file'
}

/** Reads each row of each table once. @param onRow receives those with a correct checksum */
export function* readTables({ db, schema }: Source, onRow: (table: SealedTable, row: Row) => void): Generator<Lost> {
  for (const table of schema.tables) {
    const { unsound, ranges } = walk(db, table, row => onRow(table, row))
    for (const row of unsound.values()) yield lostRow(db, table, row)
    const missing = missingIn(db, table)
    for (const range of ranges) yield lostRange(table, range, 'they cannot be read')
    if (missing !== undefined)
      yield lostRange(table, { table: table.name, after: null, before: null }, `some may be missing: ${missing}`)
  }
}

function lostRange(table: SealedTable, range: Range, problem: string): Lost {
  return { table, damage: { kind: 'range', ...range, name: nameOf(range), problem }, ...whereIn(table, range) }
}

function nameOf({ table, after, before }: Range): string {
  if (after !== null && before !== null) return `rows of ${table} between ${after} and ${before}`
  if (after !== null) return `rows of ${table} after ${after}`
  return before === null ? `rows of ${table}` : `rows of ${table} before ${before}`
}

function lostRow(db: Database, table: SealedTable, row: Row): Lost {
  const values = table.key.map(column => row[column] as StoredValue)
  const named = row['name'] ?? row['title']
  const damage = {
    kind: 'row',
    table: table.name,
    key: values.map(String).join('/'),
    name: typeof named === 'string' ? named.slice(0, 80) : null,
    content: contentAsFarAs(db, table, values),
    problem: WRONG_CHECKSUM,
  } as const
  return { table, damage, where: table.key.map(column => `${column} IS ?`).join(' AND '), values }
}

function contentAsFarAs(db: Database, table: SealedTable, key: readonly StoredValue[]): Record<string, unknown> {
  try {
    return contentOfRow(db, table, key)
  } catch (error) {
    if (error instanceof LabError) return {}
    throw error
  }
}

/** Findings that a walk meets as an error. */
const IS_MET = /btreeInitPage|unable to get the page|failed to get page|invalid page number/

/** Why SQLite may have skipped rows of the table without an error: a page may count fewer rows than it has. */
function missingIn(db: Database, { name }: SealedTable): string | undefined {
  try {
    const root = db.one('SELECT rootpage FROM main.sqlite_schema WHERE name = $name', { name })?.['rootpage']
    const lines = db.all(`PRAGMA quick_check('${name}')`).flatMap(row => String(Object.values(row)[0]).split('\n'))
    return lines.find(line => line.startsWith(`Tree ${String(root)} `) && !IS_MET.test(line))
  } catch (error) {
    if (error instanceof LabError) return undefined // the walk has met it
    throw error
  }
}

/** All problems of a data file. */
export interface DataReport {
  readonly file: string
  /** Sound rows by table. */
  readonly rows: Readonly<Record<string, number>>
  /** Damaged rows, and ranges of keys that cannot be read. */
  readonly damage: readonly Damage[]
  /** SQLite's findings. */
  readonly problems: readonly string[]
  /** Damaged rows that were set aside before. */
  readonly setAside: readonly DamagedRow[]
}

/**
 * Reads every row and every index, also beside a writer, and changes nothing. Takes seconds for 100,000 games.
 * @throws {LabError} `BAD_STORE` for a file without data of this lab or an earlier one
 */
export function checkFile(file: string): DataReport {
  return readDamaged(file, source => {
    const rows: Record<string, number> = {}
    const lost = [...readTables(source, ({ name }) => (rows[name] = (rows[name] ?? 0) + 1))]
    if (Object.keys(rows).length === 0) throw nothingToRead(file, source.version)
    const damage = [...source.problems.map(problem => ({ kind: 'file', problem }) as const), ...lost.map(each => each.damage)]
    if (source.problems.length > 0) return { file, rows, damage, problems: [], setAside: [] }
    return { file, rows, damage, ...ask(source) }
  })
}

function ask({ db }: Source): Pick<DataReport, 'problems' | 'setAside'> {
  try {
    const rows = db.all(`SELECT ${DAMAGED_COLUMNS} FROM damaged ORDER BY id`)
    return { problems: problemsOf(db), setAside: rows.map(row => fieldsOf(row)) }
  } catch (error) {
    return { problems: [(error as Error).message], setAside: [] }
  }
}
