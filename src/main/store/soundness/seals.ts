/** Checksums of rows, updated and verified by SQLite itself, so that no repository can forget them. */
import type { Database } from '../database'
import {
  CHECKSUM,
  type SealedTable,
  type StoredValue,
  checksumOf,
  checksumSql,
  isSound,
  sealedTables,
  soundSql,
} from './sealedTables'

/** A row whose checksum does not match its content. */
export interface UnsoundRow {
  readonly table: SealedTable
  /** In the order of `table.key`. */
  readonly key: readonly StoredValue[]
}

/**
 * The seals of one connection. Each table `t` gets a view `sound_t` without the damaged rows. On a connection that writes, each
 * row that is changed, or inserted without a checksum, gets one; damaged rows are not changed. All of it is temporary and leaves
 * nothing in the file.
 */
export class Seals {
  readonly tables: readonly SealedTable[]
  /** By table and key. */
  readonly #unsound = new Map<string, UnsoundRow>()

  /** @param access `write` also seals written rows */
  constructor(
    private readonly db: Database,
    access: 'read' | 'write',
  ) {
    this.tables = sealedTables(db)
    const byName = new Map(this.tables.map(table => [table.name, table]))
    defineChecksum(db)
    db.define('lab_sound', (name: string, checksum: StoredValue, ...values: StoredValue[]) => {
      const sum = checksumOf(name, values)
      if (checksum !== null && Number(checksum) === sum) return 1
      this.#note(byName.get(name)!, values)
      return 0
    })
    for (const table of this.tables) {
      db.exec(viewSql(table))
      if (access === 'write') db.exec(triggersSql(table))
    }
  }

  /** Damaged rows found since the last call. */
  take(): UnsoundRow[] {
    const rows = this.met
    this.#unsound.clear()
    return rows
  }

  /** Like `take`, without clearing them. */
  get met(): UnsoundRow[] {
    return [...this.#unsound.values()].filter(row => !this.#isSound(row))
  }

  /**
   * Reads a row again. Where a query says `kind = 'x'`, SQLite puts 'x' in the place of that column everywhere, also in the view, and may
   * ask for the checksum before it compares: a sound row of another kind then looks damaged.
   */
  #isSound({ table, key }: UnsoundRow): boolean {
    const where = table.key.map(column => `${column} IS $${column}`).join(' AND ')
    try {
      const row = this.db.one(
        `SELECT * FROM main.${table.name} WHERE ${where}`,
        Object.fromEntries(table.key.map((column, i) => [column, key[i]!])),
      )
      return row !== undefined && isSound(table, row)
    } catch {
      return false
    }
  }

  #note(table: SealedTable, values: readonly StoredValue[]): void {
    const key = table.key.map(column => values[table.columns.indexOf(column)]!)
    this.#unsound.set(`${table.name} ${key.join()}`, { table, key })
  }
}

export function defineChecksum(db: Database): void {
  db.define('lab_checksum', (name: string, ...values: StoredValue[]) => checksumOf(name, values))
}

function viewSql(table: SealedTable): string {
  const { name, columns } = table
  return `CREATE TEMP VIEW sound_${name} AS SELECT ${columns.join(', ')} FROM ${name} WHERE ${soundSql(table, name)}`
}

function triggersSql(table: SealedTable): string {
  const { name, columns, key } = table
  const same = key.map(column => `${column} = new.${column}`).join(' AND ')
  const seal = `UPDATE ${name} SET ${CHECKSUM} = ${checksumSql(table, 'new')} WHERE ${same}`
  const change = `UPDATE OF ${columns.join(', ')} ON main.${name}`
  return `
    CREATE TEMP TRIGGER ${name}_insert AFTER INSERT ON main.${name} WHEN new.${CHECKSUM} IS NULL BEGIN ${seal}; END;
    CREATE TEMP TRIGGER ${name}_check BEFORE ${change} WHEN NOT ${soundSql(table, 'old')} BEGIN SELECT RAISE(IGNORE); END;
    CREATE TEMP TRIGGER ${name}_change AFTER ${change} BEGIN ${seal}; END;`
}
