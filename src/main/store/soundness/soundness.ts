import type { Database } from '../database'
import { badStore, RESTORE, SALVAGE } from '../failures'

/**
 * Findings of `quick_check` about single values and indexes. Such rows are set aside when they are read, so the file can be used.
 */
const OF_A_ROW =
  /^(?:NULL value in|non-\w+ value in|NUMERIC value in|TEXT value in|CHECK constraint failed|row \d+ (?:missing|values differ)|wrong # of entries|non-unique entry)/

/**
 * Reads every page once and refuses a file with damaged pages. Takes about 0.1 s for 100,000 games (`npm run soak` prints it). It
 * does not compare indexes with their tables or verify checksums of rows: `problemsOf` and later reads do.
 * @param db read only: over another connection SQLite also checks constraints, and one bad JSON value ends the whole check
 * @throws {LabError} `BAD_STORE`
 */
export function checkSound(db: Database): void {
  const problem = linesOf(db, 'PRAGMA quick_check(100)').find(line => line !== 'ok' && !OF_A_ROW.test(line))
  if (problem !== undefined)
    throw badStore('damaged', db.file, `${db.file} is damaged: ${problem}. It was left as it is: ${SALVAGE}, or ${RESTORE}.`)
}

function linesOf(db: Database, sql: string): string[] {
  return db.all(sql).map(row => Object.values(row)[0] as string)
}

/**
 * Findings of a full check, at most 100 of each kind; none for a sound file. Takes seconds for 100,000 games. Over a read-only
 * connection, SQLite skips the CHECK constraints.
 */
export function problemsOf(db: Database): string[] {
  const pages = integrityCheck(db)
  const orphans = orphansIn(db)
  return [
    ...pages.filter(problem => problem !== 'ok'),
    ...orphans.map(({ table, key, parent }) => `row ${key} of ${table} refers to nothing in ${parent}`),
  ]
}

function integrityCheck(db: Database): string[] {
  try {
    return linesOf(db, 'PRAGMA integrity_check(100)')
  } catch (error) {
    return [(error as Error).message]
  }
}

/** A row that refers to a missing row. */
interface Orphan {
  readonly table: string
  /** Primary key of the row; the parts of a composite key are joined by `/`. */
  readonly key: string
  readonly parent: string
}

const MOST = 100

/** At most 100 of each reference. References to rows that were set aside are not orphans: they wait for the row. */
export function orphansIn(db: Database): Orphan[] {
  const references = db.all(
    `SELECT child.name AS child, reference."from" AS "column", reference."table" AS parent, parents.name AS id,
       (SELECT group_concat(name, ' || ''/'' || ') FROM (SELECT name FROM pragma_table_info(child.name) WHERE pk > 0 ORDER BY pk)) AS key
     FROM main.sqlite_schema AS child, pragma_foreign_key_list(child.name) AS reference, pragma_table_info(reference."table") AS parents
     WHERE child.type = 'table' AND parents.pk = 1`,
  ) as { child: string; column: string; parent: string; id: string; key: string }[]
  return references.flatMap(({ child, column, parent, id, key }) => {
    const rows = db.all(
      `SELECT CAST(${key} AS TEXT) AS key FROM ${child} AS child WHERE ${column} IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM ${parent} AS parent WHERE parent.${id} = child.${column})
         AND ${column} NOT IN (SELECT CAST(row_key AS INTEGER) FROM damaged WHERE origin = '${parent}') LIMIT ${MOST}`,
    )
    return rows.map(row => ({ table: child, key: row['key'] as string, parent }))
  })
}
