import { withDatabase, type Database } from '../database'
import { checkVersion } from '../migrate'
import { schemaAlterations } from '../schema'
import type { Damage } from './scan'

/** Objects in a data file that the lab did not create, such as triggers; none if SQLite cannot open the file. */
export function alterationsOf(file: string): Damage[] {
  try {
    return withDatabase(file, 'read', alterationsIn)
  } catch {
    return [] // reading the pages reports the problem
  }
}

/** @throws {LabError} see `checkVersion` */
export function alterationsIn(db: Database): Damage[] {
  const problem = schemaAlterations(db, checkVersion(db))
  return problem === undefined ? [] : [{ kind: 'file', problem: `it ${problem}` }]
}
