import { Database } from '../database'
import { checkVersion, schemaAlterations } from '../migrate'
import type { Damage } from './scan'

/** What a data file has that the lab did not make, such as a trigger; none where SQLite cannot open it. */
export function alterationsOf(file: string): Damage[] {
  let db: Database | undefined
  try {
    db = new Database(file, 'read')
    return alterationsIn(db)
  } catch {
    return [] // reading the pages says what is wrong
  } finally {
    db?.close()
  }
}

/** @throws {LabError} of `checkVersion` */
export function alterationsIn(db: Database): Damage[] {
  const problem = schemaAlterations(db, checkVersion(db))
  return problem === undefined ? [] : [{ kind: 'file', problem: `it ${problem}` }]
}
