import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { dataFile } from '../../../../src/main/store/opening'

/** Games of the only batch; `NaN` while there is none. */
export function storedIn(folder: string): number {
  if (!existsSync(dataFile(folder))) return NaN
  const db = new DatabaseSync(dataFile(folder), { readOnly: true })
  try {
    const sql = 'SELECT (SELECT count(*) FROM games WHERE batch = batches.id) AS stored FROM batches'
    return (db.prepare(sql).get() as { stored: number } | undefined)?.stored ?? NaN
  } catch {
    return NaN // its tables are being made
  } finally {
    db.close()
  }
}
