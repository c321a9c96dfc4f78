import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { checkWanted, type CopyWatch } from './files/copyWatch'
import { checkRegularData, makePrivate } from './files/dataFiles'
import { explaining, explainingLater } from './failures'

export type Row = Record<string, unknown>
export type Parameters = Readonly<Record<string, SQLInputValue>>

/** Pages of a copy between two looks at whether it is wanted: a mebibyte of the usual 4 KiB. */
const COPIED_AT_ONCE = 256

/** What SQLite and Node offer against a file that was made to do harm, as far as this Node has it. */
interface Defensive {
  readonly enableDefensive?: (active: boolean) => void
}

/** There SQLite cannot make the files that readers and writers agree by. Without a journal nobody else has the file open either. */
function isAtRest(file: string): boolean {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return false
  try {
    accessSync(dirname(file), constants.W_OK)
    return false
  } catch (error) {
    return ['EROFS', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
}

/** Read as it is, without looking for its journal: see https://www.sqlite.org/uri.html */
function immutable(file: string): URL {
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  return url
}

/** How long a lock of another connection is waited for. Only a checkpoint or a reader that recovers holds one, for milliseconds. */
const BUSY_MS = 2000

/** Name of a database that has no file. */
export const IN_MEMORY = ':memory:'

/** Opens a file for one use, and closes it whatever comes. */
export function withDatabase<T>(file: string, access: 'read' | 'write', use: (db: Database) => T): T {
  const db = new Database(file, access)
  try {
    return use(db)
  } finally {
    db.close()
  }
}

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
    if (file !== IN_MEMORY) {
      checkRegularData(file)
      if (access === 'write') makePrivate(file)
    }
    const place = access === 'read' && isAtRest(file) ? immutable(file) : file
    this.#db = explaining(file, () => new DatabaseSync(place, { readOnly: access === 'read' }))
    const defensive: Defensive = this.#db
    defensive.enableDefensive?.(true)
    // what the file itself names runs no function that could reach out of it
    this.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY`)
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

  /** One row, by its values in the order of the statement: quicker than `run` by half. */
  insert(sql: string, values: readonly SQLInputValue[]): void {
    explaining(this.file, () => this.#statement(sql).run(...values))
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

  /** Offers a function to SQL; equal arguments must give equal results. Integers come as `bigint`: a damaged one may be too large for a number. */
  define(name: string, act: (...values: never[]) => SQLInputValue): void {
    const options = { deterministic: true, varargs: true, useBigIntArguments: true }
    this.#db.function(name, options, act as (...values: unknown[]) => SQLInputValue)
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
    makePrivate(file)
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
