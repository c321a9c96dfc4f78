import { withDatabase, type Database } from '../database'
import { checkVersion } from '../migrate'
import { schemaAlterations } from '../schema'
import type { Damage } from './scan'

/** What a data file has that the lab did not make, such as a trigger; none where SQLite cannot open it. */
export function alterationsOf(file: string): Damage[] {
  try {
    return withDatabase(file, 'read', alterationsIn)
  } catch {
    return [] // reading the pages says what is wrong
  }
}

/** @throws {LabError} of `checkVersion` */
export function alterationsIn(db: Database): Damage[] {
  const problem = schemaAlterations(db, checkVersion(db))
  return problem === undefined ? [] : [{ kind: 'file', problem: `it ${problem}` }]
}
