import type { DeletedOther, DeletedThing } from '../../../core/contract/calls/data'
import { RUN_OF_FORMAT, TRAINING_RUN_FORMAT, type DeletedKind } from '../../../core/contract/stored'
import type { Database } from '../database'
import { fieldsOf } from '../fields'
import type { Provenances } from './provenances'

interface DeletedItems {
  readonly table: string
  /** The column that is the number of an item. */
  readonly id: string
  /** Further columns of an entry in the list. */
  readonly columns: string
  /** Which rows of the table they are. */
  readonly where?: string
}

const isTraining = `kind = '${TRAINING_RUN_FORMAT}' AND`
/** Several deleted runs may have one key: only the last deleted one is listed, and restored. */
const isOther = `kind <> '${TRAINING_RUN_FORMAT}' AND kind IN (${Object.keys(RUN_OF_FORMAT)
  .map(each => `'${each}'`)
  .join()}) AND
  NOT EXISTS (SELECT 1 FROM line_runs AS later WHERE later.kind = item.kind AND later.key = item.key AND
    (later.deleted, later.id) > (item.deleted, item.id)) AND`

const ITEMS: Readonly<Record<DeletedKind, DeletedItems>> = {
  profiles: { table: 'profiles', id: 'id', columns: 'name, title' },
  games: { table: 'games', id: 'id', columns: 'kind AS player, profile, score, slides, max_rank' },
  runs: { table: 'runs', id: 'id', columns: 'name, evaluations' },
  trainings: {
    table: 'line_runs',
    id: 'CAST(key AS INTEGER)',
    columns: `title AS name, (SELECT sum(json_extract(value, '$.moves')) FROM json_each(head, '$.config.networks')) AS moves`,
    where: isTraining,
  },
  others: {
    table: 'line_runs',
    id: 'id',
    columns: 'kind AS format, title AS name, (SELECT count(*) FROM run_lines WHERE run = item.id) AS lines',
    where: isOther,
  },
}
const KINDS = Object.keys(ITEMS) as readonly DeletedKind[]

/** The last deleted first. There may be very many games: their index has this order. */
const ORDER = 'deleted IS NOT NULL ORDER BY deleted DESC, id DESC'

/** Deleted things: hidden from every other repository, and stored until they are forgotten. */
export class Deleted {
  constructor(
    private readonly db: Database,
    private readonly provenances: Provenances,
  ) {}

  window(kind: DeletedKind, offset: number, limit: number): DeletedThing[] {
    const { table, id, columns, where = '' } = ITEMS[kind]
    const sql = `SELECT ${id} AS id, deleted, ${columns} FROM sound_${table} AS item WHERE ${where} ${ORDER} LIMIT $limit OFFSET $offset`
    return this.db.all(sql, { limit, offset }).map(row => {
      const { format, ...fields } = fieldsOf<DeletedThing & { readonly format?: keyof typeof RUN_OF_FORMAT }>(row)
      return { ...fields, kind, ...(format && { run: RUN_OF_FORMAT[format] }) } as DeletedThing
    })
  }

  counts(): Record<DeletedKind, number> {
    const count = ({ table, where = '' }: DeletedItems) =>
      this.db.one(`SELECT count(*) AS count FROM ${table} AS item WHERE ${where} deleted IS NOT NULL`)!['count'] as number
    return Object.fromEntries(KINDS.map(kind => [kind, count(ITEMS[kind])])) as Record<DeletedKind, number>
  }

  /** The last deleted first. */
  ids(kind: DeletedKind, limit: number): number[] {
    const { table, id, where = '' } = ITEMS[kind]
    const sql = `SELECT ${id} AS number FROM ${table} AS item WHERE ${where} ${ORDER} LIMIT $limit`
    return this.db.all(sql, { limit }).map(({ number }) => number as number)
  }

  /** Kind and key of deleted runs of lines, by their ids in the list. */
  runs(ids: readonly number[]): { readonly run: DeletedOther['run']; readonly key: string }[] {
    const sql = `SELECT kind AS format, key FROM line_runs WHERE id = $id AND deleted IS NOT NULL`
    return ids.flatMap(id => {
      const row = this.db.one(sql, { id })
      return row ? { run: RUN_OF_FORMAT[row['format'] as keyof typeof RUN_OF_FORMAT], key: row['key'] as string } : []
    })
  }

  /** Deletes for good, with all dependents; anything not deleted stays. @returns how many were forgotten. */
  forget(kind: DeletedKind, ids: readonly number[]): number {
    const { table, id, where = '' } = ITEMS[kind]
    return this.db.transaction(() => {
      const count = changeEach(this.db, ids, `DELETE FROM ${table} AS item WHERE ${where} ${id} = $id AND deleted IS NOT NULL`)
      this.provenances.sweep()
      return count
    })
  }

  /** When the present items were deleted, in ms since 1970 by the clock of then, each time once. */
  times(): number[] {
    const tables = [...KINDS.map(kind => ITEMS[kind].table), 'batches']
    const sql = tables.map(table => `SELECT deleted FROM ${table} WHERE deleted IS NOT NULL`).join(' UNION ')
    return this.db.all(sql).map(({ deleted }) => deleted as number)
  }

  /**
   * Forgets part of what was deleted at that time, but trainings, which have files: a limited number of profiles and games, one run, which
   * may have a million evaluations, one run of lines, and one batch, or some of its games. To forget everything, call it repeatedly; other requests run in
   * between.
   * @returns how many were forgotten; 0 when none are left.
   */
  forgetOf(time: number, most: number): number {
    const some = { profiles: most, games: most, runs: 1 } as const
    return this.db.transaction(() =>
      (['profiles', 'games', 'runs'] as const).reduce(
        (sum, kind) => {
          const rows = this.db.all(`SELECT id FROM ${kind} WHERE deleted = $time LIMIT ${some[kind]}`, { time })
          const ids = rows.map(({ id }) => id as number)
          return ids.length === 0 ? sum : sum + this.forget(kind, ids)
        },
        this.#forgetBatchOf(time, most) + this.#forgetLineRunOf(time),
      ),
    )
  }

  #forgetLineRunOf(time: number): number {
    const one = `SELECT id FROM line_runs WHERE deleted = $time AND kind <> '${TRAINING_RUN_FORMAT}' LIMIT 1`
    return this.db.run(`DELETE FROM line_runs WHERE id IN (${one})`, { time }).changes
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

/** Tables whose rows are marked by their numbers. Batches, of benches and comparisons, are not listed among the deleted: no window and no command deletes one with games. */
type Marked = 'profiles' | 'games' | 'runs' | 'batches'

/** @returns how many were deleted. */
export function markDeleted(db: Database, kind: Marked, ids: readonly number[]): number {
  return changeEach(db, ids, `UPDATE ${kind} SET deleted = $now WHERE id = $id AND deleted IS NULL`, { now: Date.now() })
}

/** Undoes `markDeleted`. @returns how many were restored. */
export function markRestored(db: Database, kind: Marked, ids: readonly number[]): number {
  return changeEach(db, ids, `UPDATE ${kind} SET deleted = NULL WHERE id = $id AND deleted IS NOT NULL`)
}

function changeEach(db: Database, ids: readonly number[], sql: string, parameters: Record<string, number> = {}): number {
  return db.transaction(() => ids.reduce((sum, id) => sum + db.run(sql, { id, ...parameters }).changes, 0))
}
