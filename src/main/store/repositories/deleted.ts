import type { DeletedThing } from '../../../core/contract/calls/deleted'
import { DELETED_KINDS, type DeletedKind } from '../../../core/contract/stored'
import type { Database } from '../database'
import { fieldsOf } from '../fields'
import type { Provenances } from './provenances'

/** Columns of a line. */
const ROW: Readonly<Record<DeletedKind, string>> = {
  profiles: 'id, deleted, name, title',
  games: 'id, deleted, kind AS player, profile, score, slides, max_rank',
  runs: 'id, deleted, name, evaluations',
}

/** The last deleted first. Of games there may be very many: their index is in this order. */
const ORDER = 'deleted IS NOT NULL ORDER BY deleted DESC, id DESC'

/** What was deleted: out of sight of every other repository, and there until it is forgotten. */
export class Deleted {
  constructor(
    private readonly db: Database,
    private readonly provenances: Provenances,
  ) {}

  window(kind: DeletedKind, offset: number, limit: number): DeletedThing[] {
    const sql = `SELECT ${ROW[kind]} FROM sound_${kind} WHERE ${ORDER} LIMIT $limit OFFSET $offset`
    return this.db.all(sql, { limit, offset }).map(row => ({ ...fieldsOf<DeletedThing>(row), kind }) as DeletedThing)
  }

  counts(): Record<DeletedKind, number> {
    const count = (kind: DeletedKind) => this.db.one(`SELECT count(*) AS count FROM ${kind} WHERE deleted IS NOT NULL`)!['count']
    return Object.fromEntries(DELETED_KINDS.map(kind => [kind, count(kind)])) as Record<DeletedKind, number>
  }

  /** The last deleted first. */
  ids(kind: DeletedKind, limit: number): number[] {
    return this.db.all(`SELECT id FROM ${kind} WHERE ${ORDER} LIMIT $limit`, { limit }).map(({ id }) => id as number)
  }

  /** For good, with all that hangs on them; one that is not deleted stays. @returns how many of them there were. */
  forget(kind: DeletedKind, ids: readonly number[]): number {
    return this.db.transaction(() => {
      const count = changeEach(this.db, ids, `DELETE FROM ${kind} WHERE id = $id AND deleted IS NOT NULL`)
      this.provenances.sweep()
      return count
    })
  }

  /**
   * Forgets some of what was deleted before that time: so many profiles and games at most, and one run, which may have a
   * million evaluations. Whoever wants all of it gone asks again, and others have their turn in between.
   *
   * @returns how many things went; 0 when nothing was left.
   */
  forgetBefore(before: number, most: number): number {
    const some: Readonly<Record<DeletedKind, number>> = { profiles: most, games: most, runs: 1 }
    return this.db.transaction(() =>
      DELETED_KINDS.reduce((sum, kind) => {
        const sql = `SELECT id FROM ${kind} WHERE deleted IS NOT NULL AND deleted < $before LIMIT ${some[kind]}`
        const ids = this.db.all(sql, { before }).map(({ id }) => id as number)
        return ids.length === 0 ? sum : sum + this.forget(kind, ids)
      }, 0),
    )
  }
}

/** @returns how many of them there were. */
export function markDeleted(db: Database, kind: DeletedKind, ids: readonly number[]): number {
  return changeEach(db, ids, `UPDATE ${kind} SET deleted = $now WHERE id = $id AND deleted IS NULL`, { now: Date.now() })
}

/** Undoes `markDeleted`. @returns how many of them there were. */
export function markRestored(db: Database, kind: DeletedKind, ids: readonly number[]): number {
  return changeEach(db, ids, `UPDATE ${kind} SET deleted = NULL WHERE id = $id AND deleted IS NOT NULL`)
}

function changeEach(db: Database, ids: readonly number[], sql: string, parameters: Record<string, number> = {}): number {
  return db.transaction(() => ids.reduce((sum, id) => sum + db.run(sql, { id, ...parameters }).changes, 0))
}
