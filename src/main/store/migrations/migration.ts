import type { Database } from '../database'

/** One step of the schema. Released steps never change: files of that version exist. */
export interface Migration {
  /** Version of the file after this step; one more than before it. */
  readonly version: number
  /** Runs in a transaction, without foreign keys; they are checked before it is committed. */
  up(db: Database): void
}
