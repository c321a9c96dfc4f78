/** What a bench came to, and how much of it is stored. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { BenchResult } from '../../../../src/main/hosts/terminal/output/machineOutput'
import { dataFile } from '../../../../src/main/store/opening'

/** All of the answer that does not follow from the clock or the threads. */
function gamesOf({
  msPerMove: _a,
  nodesPerSecond: _b,
  seconds: _c,
  settings,
  batch: _d,
  kept: _f,
  ...games
}: BenchResult): unknown {
  const { threads: _e, ...made } = settings
  return { ...games, settings: made }
}

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
