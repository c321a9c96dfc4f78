import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SetAsideRow, StoreInfo } from '../../../core/contract/stored'
import type { Database } from '../database'
import { explaining } from '../failures'
import { fieldsOf, jsonOf } from '../fields'
import type { Seals } from './seals'
import { DAMAGED_COLUMNS, WRONG_CHECKSUM } from './setAside'
import { problemsOf } from './soundness'

const MOST_LISTED = 1000

/** Operations on the data as a whole. */
export class Maintenance {
  constructor(
    private readonly db: Database,
    private readonly seals: Seals,
  ) {}

  /** @throws {LabError} `BAD_STORE` if the file is unreachable: its folder was moved, or its disk is missing */
  info(): StoreInfo {
    return {
      folder: dirname(this.db.file),
      file: this.db.file,
      version: this.db.pragma('user_version'),
      bytes: explaining(this.db.file, () => statSync(this.db.file)).size,
      games: this.db.one('SELECT count(*) AS count FROM games INDEXED BY games_by_created WHERE deleted IS NULL')![
        'count'
      ] as number,
    }
  }

  /** A full check, which reads every row; returns the problems. */
  check(): string[] {
    for (const { name } of this.seals.tables) this.db.one(`SELECT count(*) AS count FROM sound_${name}`)
    const met = this.seals.met.map(({ table, key }) => `row ${key.join('/')} of ${table.name} is damaged: ${WRONG_CHECKSUM}`)
    return [...met, ...problemsOf(this.db)]
  }

  /** Damaged rows that were set aside, the last found first. */
  setAside(): SetAsideRow[] {
    const sql = `SELECT id, ${DAMAGED_COLUMNS}, found FROM sound_damaged ORDER BY found DESC, id DESC LIMIT ${MOST_LISTED}`
    return this.db.all(sql).map(row => fieldsOf(row))
  }

  /** Everything known of a row that was set aside, including its bytes, as JSON; `undefined` for an unknown number. */
  content(id: number): string | undefined {
    const row = this.db.one(`SELECT ${DAMAGED_COLUMNS}, found, content FROM sound_damaged WHERE id = $id`, { id })
    return row && `${JSON.stringify({ ...row, content: jsonOf(row['content']) }, null, 2)}\n`
  }
}
