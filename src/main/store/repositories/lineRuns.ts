import type { LineRunChange, StoredLine, StoredLineRun } from '../../../core/contract/storedRuns'
import { LabError } from '../../../core/errors'
import type { Database, Parameters, Row } from '../database'
import { fieldsOf, insertRow, jsonOf } from '../fields'

const LINES = '(SELECT count(*) FROM run_lines WHERE run = line_runs.id)'

/** A run to add. */
export interface NewLineRun extends Pick<StoredLineRun, 'kind' | 'title' | 'head'> {
  /** Absent: the next number of its kind. */
  readonly key?: string | undefined
  /** For a run that an earlier lab stored elsewhere. */
  readonly since?: Pick<StoredLineRun, 'created' | 'deleted' | 'state'>
}

/** Runs of every kind whose results are lines of JSON. */
export class LineRuns {
  constructor(private readonly db: Database) {}

  /** The newest first. @param deleted lists the deleted ones instead */
  list(kind: string, deleted = false): StoredLineRun[] {
    const isDeleted = deleted ? 'deleted IS NOT NULL' : 'deleted IS NULL'
    return this.#find(`kind = $kind AND ${isDeleted} ORDER BY created DESC, id DESC`, { kind })
  }

  /** Those of deleted ones too. */
  keys(kind: string): string[] {
    return this.db.all('SELECT DISTINCT key FROM line_runs WHERE kind = $kind', { kind }).map(({ key }) => key as string)
  }

  /** @returns `undefined` for none, and for a deleted one */
  get(kind: string, key: string): StoredLineRun | undefined {
    return this.#find('kind = $kind AND key = $key AND deleted IS NULL', { kind, key })[0]
  }

  /** Lines in their order. @param from the least number */
  lines(id: number, from = 0, limit = 1e9): StoredLine[] {
    const sql =
      'SELECT number, line AS text FROM sound_run_lines WHERE run = $id AND number >= $from ORDER BY number LIMIT $limit'
    return this.db.all(sql, { id, from, limit }).map(row => fieldsOf<StoredLine>(row))
  }

  /** Adds a run, or finds the one of that key; an earlier one also where it was deleted. */
  add({ kind, key, title, head, since }: NewLineRun): StoredLineRun {
    return this.db.transaction(() => {
      const created = since?.created ?? Date.now()
      const its = `kind = $kind AND key = $key AND (deleted IS NULL${since ? ' OR created = $created' : ''})`
      const [known] = key === undefined ? [] : this.#find(its, { kind, key, ...(since && { created }) })
      if (known) return known
      const { state, deleted } = since ?? { state: 'paused', deleted: null }
      const begun = { title, head: JSON.stringify(head), state, problem: 'null', created, updated: created, deleted }
      return this.#get(insertRow(this.db, 'line_runs', { kind, key: key ?? this.#nextKey(kind), ...begun }))
    })
  }

  /** @throws {LabError} `NOT_FOUND`, also for a deleted one */
  change(id: number, changes: LineRunChange): StoredLineRun {
    return this.db.transaction(() => {
      const { title, head, state, problem } = {
        ...this.#get(id, 'id = $id AND deleted IS NULL'),
        ...changes,
      }
      const row = { id, title, state, head: JSON.stringify(head), problem: JSON.stringify(problem), now: Date.now() }
      const sql = 'UPDATE line_runs SET title = $title, head = $head, state = $state, problem = $problem, updated = $now'
      this.db.run(`${sql} WHERE id = $id`, row)
      return this.#get(id)
    })
  }

  /** Stores lines, in place of those of the same numbers. @returns the run @throws {LabError} `NOT_FOUND` */
  append(id: number, lines: readonly StoredLine[]): StoredLineRun {
    return this.db.transaction(() => {
      this.#get(id)
      const conflict = 'ON CONFLICT DO UPDATE SET line = excluded.line'
      for (const { number, text } of lines) insertRow(this.db, 'run_lines', { run: id, number, line: text }, conflict)
      this.db.run('UPDATE line_runs SET updated = $now WHERE id = $id', { id, now: Date.now() })
      return this.#get(id)
    })
  }

  /**
   * Deletes a run, or restores the last deleted one of that key.
   * @returns `undefined` if there is none
   * @throws {LabError} `NAME_TAKEN` if another run has its key meanwhile
   */
  setDeleted(kind: string, key: string, isDeleted: boolean): StoredLineRun | undefined {
    return this.db.transaction(() => {
      const known = this.get(kind, key)
      if (isDeleted && known) return this.#mark(known.id, Date.now())
      const [deleted] = isDeleted
        ? []
        : this.#find('kind = $kind AND key = $key AND deleted IS NOT NULL ORDER BY deleted DESC, id DESC LIMIT 1', { kind, key })
      if (!deleted) return undefined
      if (known) throw new LabError('NAME_TAKEN', `The same run was begun again meanwhile: delete that one first.`, { key })
      return this.#mark(deleted.id, null)
    })
  }

  #mark(id: number, deleted: number | null): StoredLineRun {
    this.db.run('UPDATE line_runs SET deleted = $deleted WHERE id = $id', { id, deleted })
    return this.#get(id)
  }

  #get(id: number, where = 'id = $id'): StoredLineRun {
    const [run] = this.#find(where, { id })
    if (run) return run
    throw new LabError('NOT_FOUND', 'This run was deleted meanwhile.', { id })
  }

  #find(where: string, parameters: Parameters): StoredLineRun[] {
    return this.db.all(`SELECT *, ${LINES} AS lines FROM sound_line_runs AS line_runs WHERE ${where}`, parameters).map(runOf)
  }

  /** Deleted ones have numbers too. */
  #nextKey(kind: string): string {
    const sql = 'SELECT coalesce(max(CAST(key AS INTEGER)), 0) + 1 AS next FROM line_runs WHERE kind = $kind'
    return String(this.db.one(sql, { kind })!['next'])
  }
}

function runOf(row: Row): StoredLineRun {
  return { ...fieldsOf<StoredLineRun>(row), head: jsonOf(row['head']), problem: jsonOf(row['problem']) }
}
