/** Effects of losses on the remaining rows. */
import type { Database } from '../database'

/** A batch that had all its games, and now has fewer. */
export interface LosingBatch {
  readonly id: number
  readonly title: string
  /** The comparison that it belongs to, or `null`. */
  readonly comparison: number | null
  /** Remaining games. */
  readonly stored: number
  readonly games: number
  /** Whether it stores what a resumption needs; batches of early labs do not. */
  readonly canResume: boolean
}

/** Marks the batches as unfinished. A game without its figures (nodes and time) is played again too. */
export function losingBatches(db: Database): LosingBatch[] {
  const rows = db.all(
    `SELECT id, title, comparison, games, stored, resumable FROM (
       SELECT id, title, comparison, games, ended, progress IS NOT NULL AND progress <> 'null' AS resumable,
         coalesce(json_extract(summary, '$.games'), games) AS played,
         (SELECT count(*) FROM games WHERE batch = batches.id
            AND (batches.progress IS NULL OR batches.progress = 'null' OR id IN (SELECT game FROM bench_games))) AS stored
       FROM batches)
     WHERE ended IS NOT NULL AND stored < played ORDER BY id`,
  )
  for (const { id } of rows) db.run(`UPDATE batches SET ended = NULL, summary = 'null' WHERE id = $id`, { id: id as number })
  return rows.map(({ id, title, comparison, games, stored, resumable }) => ({
    id: id as number,
    title: title as string,
    comparison: comparison as number | null,
    stored: stored as number,
    games: games as number,
    canResume: resumable === 1,
  }))
}

/** The next row of the table gets a higher number than this. A table whose rows are not numbered stays as it is. */
export function raiseSequence(db: Database, table: string, highest: number): void {
  const isNumbered = db.one(`SELECT 1 AS found FROM sqlite_schema WHERE name = $table AND sql LIKE '%AUTOINCREMENT%'`, { table })
  if (!isNumbered) return
  if (db.one('SELECT 1 AS found FROM sqlite_sequence WHERE name = $table', { table }))
    db.run('UPDATE sqlite_sequence SET seq = $highest WHERE name = $table AND seq < $highest', { table, highest })
  else db.run('INSERT INTO sqlite_sequence (name, seq) VALUES ($table, $highest)', { table, highest })
}
