/** A look at the data without the store's thread, whose start takes longer than a short search. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LabError } from '../../core/errors'
import { DATABASE } from '../files/dataContents'
import { withDatabase } from './database'

/** Whether the folder has a run of that key, deleted ones aside; not if its data cannot be read, which the store reports to those who need them. */
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
