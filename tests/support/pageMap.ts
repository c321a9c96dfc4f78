/** The pages of a sound file that lead to each row, by SQLite's own account of its pages. */
import { DatabaseSync } from 'node:sqlite'

export interface PlacedRow {
  readonly table: string
  /** Its primary key; the parts of a longer one are joined by `/`. */
  readonly key: string
  /** From the root of the table to the row, and those where it continues. */
  readonly pages: readonly number[]
  /** All its values. */
  readonly values: string
}

interface Page {
  readonly pageno: number
  readonly ncell: number
  readonly pagetype: string
}

export function placedRows(file: string): PlacedRow[] {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return tablesOf(db).flatMap(table => rowsOf(db, table))
  } finally {
    db.close()
  }
}

/** Of a file that need not have any of them: rows by table and key. */
export function storedRows(file: string): Map<string, string> {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return new Map(tablesOf(db).flatMap(table => [...inOrder(db, table)].map(({ key, values }) => [`${table} ${key}`, values])))
  } finally {
    db.close()
  }
}

function tablesOf(db: DatabaseSync): string[] {
  const rows = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`).all()
  return rows.map(({ name }) => name as string)
}

function* inOrder(db: DatabaseSync, table: string): Generator<{ key: string; values: string }> {
  const columns = db.prepare(`SELECT name, pk FROM pragma_table_info('${table}') ORDER BY pk`).all()
  const keys = columns.filter(({ pk }) => (pk as number) > 0).map(({ name }) => name as string)
  const values = columns.map(({ name }) => `quote(${name as string})`).join(` || ',' || `)
  const sql = `SELECT ${keys.join(` || '/' || `)} AS key, ${values} AS "values" FROM ${table} ORDER BY ${keys.join(', ')}`
  for (const row of db.prepare(sql).all()) yield { key: String(row['key']), values: row['values'] as string }
}

function rowsOf(db: DatabaseSync, table: string): PlacedRow[] {
  const pages = db.prepare('SELECT path, pageno, ncell, pagetype FROM dbstat WHERE name = ?').all(table)
  const byPath = new Map(pages.map(page => [page['path'] as string, page as unknown as Page]))
  const rows = inOrder(db, table)
  const placed: PlacedRow[] = []
  const hasRowids = db.prepare(`SELECT wr FROM pragma_table_list WHERE name = ?`).get(table)!['wr'] === 0
  const hex = (cell: number) => cell.toString(16).padStart(3, '0')
  const place = (path: string, above: readonly number[], cell: number): void => {
    const row = rows.next().value as { key: string; values: string }
    const overflow = [...byPath].filter(([other]) => other.startsWith(`${path}${hex(cell)}+`)).map(([, { pageno }]) => pageno)
    placed.push({ table, ...row, pages: [...above, ...overflow] })
  }
  const walk = (path: string, above: readonly number[] = []): void => {
    const page = byPath.get(path)!
    const pages = [...above, page.pageno]
    for (let cell = 0; cell < page.ncell; cell++) {
      if (page.pagetype === 'internal') walk(`${path}${hex(cell)}/`, pages)
      if (page.pagetype === 'leaf' || !hasRowids) place(path, pages, cell)
    }
    if (page.pagetype === 'internal') walk(`${path}${hex(page.ncell)}/`, pages)
  }
  walk('/')
  if (!rows.next().done) throw new Error(`dbstat shows fewer rows of ${table} than there are`)
  return placed
}
