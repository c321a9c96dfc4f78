import { DELETED_KINDS, type DeletedKind, type DeletedThing } from '../../../core/contract/calls/deleted'
import type { GameKind } from '../../../core/contract/stored'
import type { Rank } from '../../../core/games/twenty48/board'
import type { Database, Row } from '../database'
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
    return this.db.all(sql, { limit, offset }).map(row => thingOf(kind, row))
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
    const sql = `DELETE FROM ${kind} WHERE id = $id AND deleted IS NOT NULL`
    return this.db.transaction(() => {
      const count = ids.reduce((sum, id) => sum + this.db.run(sql, { id }).changes, 0)
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

function thingOf(kind: DeletedKind, row: Row): DeletedThing {
  const { id, deleted } = row as { id: number; deleted: number }
  switch (kind) {
    case 'profiles':
      return { kind, id, deleted, name: row['name'] as string, title: row['title'] as string }
    case 'games':
      return {
        ...{ kind, id, deleted },
        player: row['player'] as GameKind,
        profile: row['profile'] as string | null,
        score: row['score'] as number,
        slides: row['slides'] as number,
        maxRank: row['max_rank'] as Rank,
      }
    case 'runs':
      return { kind, id, deleted, name: row['name'] as string, evaluations: row['evaluations'] as number }
  }
}
