import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { backup, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { checkRegularData, makePrivate } from './files/dataFiles'
import { explaining, explainingLater } from './failures'
import { LabError } from '../../core/errors'
import { DATABASE } from '../files/dataContents'

export type Row = Record<string, unknown>
export type Parameters = Readonly<Record<string, SQLInputValue>>

/** Pages of a copy between two checks for cancellation: a mebibyte of the usual 4 KiB. */
const COPIED_AT_ONCE = 256

/** Protection of SQLite and Node against malicious files, if this version of Node has it. */
interface Defensive {
  readonly enableDefensive?: (active: boolean) => void
}

/**
 * Whether the file has no journal and its folder is read-only. SQLite cannot create the files that readers and writers share there,
 * and no writer has the file open.
 */
function isAtRest(file: string): boolean {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return false
  try {
    accessSync(dirname(file), constants.W_OK)
    return false
  } catch (error) {
    return ['EROFS', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
}

/** Reads the file without looking for its journal: see https://www.sqlite.org/uri.html */
function immutable(file: string): URL {
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  return url
}

/** How long to wait for a lock of another connection. Only a checkpoint or a reader that recovers holds one, for milliseconds. */
const BUSY_MS = 2000

/** Name of a database without a file. */
export const IN_MEMORY = ':memory:'

/** Opens a file for one use, and always closes it. */
export function withDatabase<T>(file: string, access: 'read' | 'write', use: (db: Database) => T): T {
  const db = new Database(file, access)
  try {
    return use(db)
  } finally {
    db.close()
  }
}

/**
 * One connection to a data file. Statements are prepared once. Every failure of SQLite becomes `BAD_STORE`, `STORE_LOCKED` or
 * `STORE_FULL`; a violated constraint is a bug of the caller and stays as it is.
 */
export class Database {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #inTransaction = false

  /**
   * Opens an existing file, or creates an empty one if opened for writing.
   * @param access `damaged` reads a file whose schema SQLite would refuse, or that is cut off
   */
  constructor(
    readonly file: string,
    access: 'read' | 'write' | 'damaged',
  ) {
    if (file !== IN_MEMORY) {
      checkRegularData(file)
      if (access === 'write') makePrivate(file)
    }
    const place = access !== 'write' && isAtRest(file) ? immutable(file) : file
    this.#db = explaining(file, () => new DatabaseSync(place, { readOnly: access !== 'write' }))
    const defensive: Defensive = this.#db
    defensive.enableDefensive?.(access !== 'damaged') // else SQLite ignores the next line
    if (access === 'damaged') this.exec('PRAGMA writable_schema = ON')
    // expressions in the file itself cannot call functions that reach out of it
    this.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY`)
  }

  /** Runs several statements without parameters. */
  exec(sql: string): void {
    explaining(this.file, () => this.#db.exec(sql))
  }

  one(sql: string, parameters: Parameters = {}): Row | undefined {
    return explaining(this.file, () => this.#statement(sql).get(parameters))
  }

  all(sql: string, parameters: Parameters = {}): Row[] {
    return explaining(this.file, () => this.#statement(sql).all(parameters))
  }

  /** @returns the number of changed rows, and the id of the last inserted one. */
  run(sql: string, parameters: Parameters = {}): { readonly changes: number; readonly id: number } {
    const { changes, lastInsertRowid } = explaining(this.file, () => this.#statement(sql).run(parameters))
    return { changes: Number(changes), id: Number(lastInsertRowid) }
  }

  /** Like `run`, with values in the order of the parameters; faster by half. */
  insert(sql: string, values: readonly SQLInputValue[]): { readonly changes: number; readonly id: number } {
    const { changes, lastInsertRowid } = explaining(this.file, () => this.#statement(sql).run(...values))
    return { changes: Number(changes), id: Number(lastInsertRowid) }
  }

  /** Rows one by one, with integers as `bigint`. @throws SQLite's own error where a damaged page is reached */
  *rows(sql: string, values: readonly SQLInputValue[] = []): Generator<Row> {
    const statement = this.#statement(sql)
    statement.setReadBigInts(true)
    yield* statement.iterate(...values) as Iterable<Row>
  }

  /** A number that SQLite stores in the file, like `user_version`. */
  pragma(name: string): number {
    return Object.values(this.one(`PRAGMA ${name}`)!)[0] as number
  }

  /** All or nothing. Inside another transaction it becomes part of that one. */
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

  /**
   * Registers a function for SQL; equal arguments must give equal results. Integers arrive as `bigint`: a damaged one may be too
   * large for a number.
   */
  define(name: string, act: (...values: never[]) => SQLInputValue): void {
    const options = { deterministic: true, varargs: true, useBigIntArguments: true }
    this.#db.function(name, options, act as (...values: unknown[]) => SQLInputValue)
  }

  /**
   * Copies every page into a file, in their present state, even if others write meanwhile. Between two pieces this thread does
   * other work, but not over this connection. An incomplete file is left if it fails.
   * @throws {LabError} `CANCELLED`, or an error of the store
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
      this.one('SELECT count(*) FROM sqlite_schema') // fixes the snapshot: with newer changes the copy would restart again and again
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

/** Progress and cancellation of a copy. */
export interface CopyWatch {
  /** Receives the copied bytes and the total. */
  readonly onProgress?: ((copied: number, total: number) => void) | undefined
  /** Receives the bytes of a further piece of the data's other files. */
  readonly onPacked?: ((bytes: number) => void) | undefined
  /** Checked after each mebibyte, and before the copy replaces anything. */
  readonly isUnwanted?: (() => boolean) | undefined
}

/** @throws {LabError} `CANCELLED` */
export function checkWanted({ isUnwanted }: CopyWatch): void {
  if (isUnwanted?.()) throw new LabError('CANCELLED', 'The copy was given up; what it had written is removed.')
}

/**
 * Whether the folder has a run of that key, deleted ones aside; not if its data cannot be read, which the store reports to those who need
 * them. Without the store's thread, whose start takes longer than a short search.
 */
export function hasLineRun(folder: string, kind: string, key: string): boolean {
  const file = join(folder, DATABASE)
  if (!existsSync(file)) return false
  try {
    const sql = 'SELECT 1 FROM line_runs WHERE kind = $kind AND key = $key AND deleted IS NULL LIMIT 1'
    return withDatabase(file, 'read', db => db.one(sql, { kind, key }) !== undefined)
  } catch (error) {
    if (error instanceof LabError) return false
    throw error
  }
}
