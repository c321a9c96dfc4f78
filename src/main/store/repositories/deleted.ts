import type { DeletedRow } from '../../../core/contract/calls/deleted'
import { DELETED_ROW_KINDS, type DeletedRowKind } from '../../../core/contract/stored'
import type { Database } from '../database'
import { fieldsOf } from '../fields'
import type { Provenances } from './provenances'

/** Columns of an entry in the list. */
const ROW: Readonly<Record<DeletedRowKind, string>> = {
  profiles: 'id, deleted, name, title',
  games: 'id, deleted, kind AS player, profile, score, slides, max_rank',
  runs: 'id, deleted, name, evaluations',
}

/** Benches and comparisons, as their batches, are not listed among the deleted. */
type Deletable = DeletedRowKind | 'batches'

/** The last deleted first. There may be very many games: their index has this order. */
const ORDER = 'deleted IS NOT NULL ORDER BY deleted DESC, id DESC'

/** Deleted things: hidden from every other repository, and stored until they are forgotten. */
export class Deleted {
  constructor(
    private readonly db: Database,
    private readonly provenances: Provenances,
  ) {}

  window(kind: DeletedRowKind, offset: number, limit: number): DeletedRow[] {
    const sql = `SELECT ${ROW[kind]} FROM sound_${kind} WHERE ${ORDER} LIMIT $limit OFFSET $offset`
    return this.db.all(sql, { limit, offset }).map(row => ({ ...fieldsOf<DeletedRow>(row), kind }) as DeletedRow)
  }

  counts(): Record<DeletedRowKind, number> {
    const count = (kind: DeletedRowKind) =>
      this.db.one(`SELECT count(*) AS count FROM ${kind} WHERE deleted IS NOT NULL`)!['count']
    return Object.fromEntries(DELETED_ROW_KINDS.map(kind => [kind, count(kind)])) as Record<DeletedRowKind, number>
  }

  /** The last deleted first. */
  ids(kind: DeletedRowKind, limit: number): number[] {
    return this.db.all(`SELECT id FROM ${kind} WHERE ${ORDER} LIMIT $limit`, { limit }).map(({ id }) => id as number)
  }

  /** Deletes for good, with all dependents; anything not deleted stays. @returns how many were forgotten. */
  forget(kind: DeletedRowKind, ids: readonly number[]): number {
    return this.db.transaction(() => {
      const count = changeEach(this.db, ids, `DELETE FROM ${kind} WHERE id = $id AND deleted IS NOT NULL`)
      this.provenances.sweep()
      return count
    })
  }

  /** When the present items were deleted, in ms since 1970 by the clock of then, each time once. */
  times(): number[] {
    const sql = [...DELETED_ROW_KINDS, 'batches']
      .map(kind => `SELECT deleted FROM ${kind} WHERE deleted IS NOT NULL`)
      .join(' UNION ')
    return this.db.all(sql).map(({ deleted }) => deleted as number)
  }

  /**
   * Forgets part of what was deleted at that time: a limited number of profiles and games, one run, which may have a million
   * evaluations, and one batch, or some of its games. To forget everything, call it repeatedly; other requests run in between.
   * @returns how many were forgotten; 0 when none are left.
   */
  forgetOf(time: number, most: number): number {
    const some: Readonly<Record<DeletedRowKind, number>> = { profiles: most, games: most, runs: 1 }
    return this.db.transaction(() =>
      DELETED_ROW_KINDS.reduce(
        (sum, kind) => {
          const rows = this.db.all(`SELECT id FROM ${kind} WHERE deleted = $time LIMIT ${some[kind]}`, { time })
          const ids = rows.map(({ id }) => id as number)
          return ids.length === 0 ? sum : sum + this.forget(kind, ids)
        },
        this.#forgetBatchOf(time, most),
      ),
    )
  }

  /** Its games stay in the library: they leave it first. */
  #forgetBatchOf(time: number, most: number): number {
    const batch = this.db.one('SELECT id, comparison FROM batches WHERE deleted = $when LIMIT 1', { when: time })
    if (!batch) return 0
    const { id, comparison } = batch as { id: number; comparison: number | null }
    const sql = `UPDATE games SET batch = NULL, batch_index = NULL WHERE id IN (SELECT id FROM games WHERE batch = $id LIMIT $most)`
    const freed = this.db.run(sql, { id, most }).changes
    if (freed === most) return freed
    this.db.run('DELETE FROM batches WHERE id = $id', { id })
    const isLast = 'NOT EXISTS (SELECT 1 FROM batches WHERE comparison = $comparison)'
    if (comparison !== null) this.db.run(`DELETE FROM comparisons WHERE id = $comparison AND ${isLast}`, { comparison })
    this.provenances.sweep()
    return freed + 1
  }
}

/** @returns how many were deleted. */
export function markDeleted(db: Database, kind: Deletable, ids: readonly number[]): number {
  return changeEach(db, ids, `UPDATE ${kind} SET deleted = $now WHERE id = $id AND deleted IS NULL`, { now: Date.now() })
}

/** Undoes `markDeleted`. @returns how many were restored. */
export function markRestored(db: Database, kind: Deletable, ids: readonly number[]): number {
  return changeEach(db, ids, `UPDATE ${kind} SET deleted = NULL WHERE id = $id AND deleted IS NOT NULL`)
}

function changeEach(db: Database, ids: readonly number[], sql: string, parameters: Record<string, number> = {}): number {
  return db.transaction(() => ids.reduce((sum, id) => sum + db.run(sql, { id, ...parameters }).changes, 0))
}
