import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { checkWanted, type CopyWatch } from './copyWatch'
import { explaining, explainingLater } from './failures'

export type Row = Record<string, unknown>
type Parameters = Record<string, SQLInputValue>

/** Pages of a copy between two looks at whether it is wanted: a mebibyte of the usual 4 KiB. */
const COPIED_AT_ONCE = 256

/** How long a lock of another connection is waited for. Only a checkpoint or a reader that recovers holds one, for milliseconds. */
const BUSY_MS = 2000

/**
 * One connection to a data file. Statements are prepared once. Every failure of SQLite comes out as `BAD_STORE`,
 * `STORE_LOCKED` or `STORE_FULL`; a violated constraint is a bug of the caller and stays what it is.
 */
export class Database {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #inTransaction = false

  /** Opens an existing file, or makes an empty one unless it is opened for reading. */
  constructor(
    readonly file: string,
    access: 'read' | 'write',
  ) {
    this.#db = explaining(file, () => new DatabaseSync(file, { readOnly: access === 'read' }))
    this.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
  }

  /** Several statements, without parameters. */
  exec(sql: string): void {
    explaining(this.file, () => this.#db.exec(sql))
  }

  one(sql: string, parameters: Parameters = {}): Row | undefined {
    return explaining(this.file, () => this.#statement(sql).get(parameters))
  }

  all(sql: string, parameters: Parameters = {}): Row[] {
    return explaining(this.file, () => this.#statement(sql).all(parameters))
  }

  /** @returns the rows it changed, and the id of the last one it made. */
  run(sql: string, parameters: Parameters = {}): { readonly changes: number; readonly id: number } {
    const { changes, lastInsertRowid } = explaining(this.file, () => this.#statement(sql).run(parameters))
    return { changes: Number(changes), id: Number(lastInsertRowid) }
  }

  /** A number that SQLite keeps about the file, like `user_version`. */
  pragma(name: string): number {
    return Object.values(this.one(`PRAGMA ${name}`)!)[0] as number
  }

  /** All of it happens, or nothing. Inside another transaction it is a part of that one. */
  transaction<T>(act: () => T): T {
    if (this.#inTransaction) return act()
    this.exec('BEGIN IMMEDIATE')
    this.#inTransaction = true
    try {
      const result = act()
      this.exec('COMMIT')
      return result
    } catch (error) {
      this.#rollBack()
      throw error
    } finally {
      this.#inTransaction = false
    }
  }

  /** Offers a function to SQL; equal arguments must give equal results. */
  define(name: string, act: (...values: never[]) => SQLInputValue): void {
    this.#db.function(name, { deterministic: true }, act as (...values: unknown[]) => SQLInputValue)
  }

  /**
   * Copies every page into a file, as they are now, whatever others write meanwhile. Between two pieces this thread does other
   * work, but not over this connection. A file that is not whole stays behind when it fails.
   *
   * @throws {LabError} `CANCELLED`, and of the store
   */
  async copyTo(file: string, watch: CopyWatch): Promise<void> {
    const pageBytes = this.pragma('page_size')
    let total = 0
    const progress = ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }): void => {
      checkWanted(watch)
      total = totalPages * pageBytes
      watch.onProgress?.((totalPages - remainingPages) * pageBytes, total)
    }
    this.exec('BEGIN')
    try {
      this.one('SELECT count(*) FROM sqlite_schema') // from here on it sees nothing newer, else it would begin again and again
      await explainingLater(file, backup(this.#db, file, { rate: COPIED_AT_ONCE, progress }))
    } finally {
      this.exec('COMMIT')
    }
  }

  close(): void {
    this.#statements.clear()
    this.#db.close()
  }

  #rollBack(): void {
    try {
      this.#db.exec('ROLLBACK')
    } catch {
      // SQLite has rolled back by itself, as it may on a full or failing disk
    }
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#db.prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}
