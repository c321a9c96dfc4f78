import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { StoreInfo } from '../../core/contract/stored'
import type { Database } from './database'
import { explaining } from './failures'
import { problemsOf } from './soundness'

/** What can be done with the data as a whole. */
export class Maintenance {
  constructor(private readonly db: Database) {}

  /** @throws {LabError} `BAD_STORE` where the file is out of reach: its folder was moved, or its disk is gone */
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

  /** A full check: what is wrong, or nothing. */
  check(): string[] {
    return problemsOf(this.db)
  }
}
