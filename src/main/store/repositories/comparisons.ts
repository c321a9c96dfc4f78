import type { NewBatch, StoredComparison } from '../../../core/contract/stored'
import type { Database, Row } from '../database'
import { fieldsOf, insertRow, jsonOf, notFound } from '../fields'
import type { Batches } from './batches'

const SELECT = `SELECT * FROM sound_comparisons AS each
  WHERE NOT EXISTS (SELECT 1 FROM batches WHERE comparison = each.id AND deleted IS NOT NULL)`

/** Batches of several players that play the same seeds. */
export class Comparisons {
  constructor(
    private readonly db: Database,
    private readonly batches: Batches,
  ) {}

  /** The newest first. */
  list(): StoredComparison[] {
    const rows = this.db.all(`${SELECT} ORDER BY created DESC, id DESC`)
    return rows.map(row => this.#comparisonOf(row))
  }

  get(id: number): StoredComparison | undefined {
    const row = this.db.one(`${SELECT} AND id = $id`, { id })
    return row && this.#comparisonOf(row)
  }

  /** @param batches one per player, in their order */
  begin(rule: unknown, batches: readonly NewBatch[]): StoredComparison {
    return this.db.transaction(() => {
      const id = insertRow(this.db, 'comparisons', { rule: JSON.stringify(rule), created: batches[0]!.created })
      for (const [place, batch] of batches.entries()) this.batches.begin(batch, { comparison: id, place })
      return this.get(id)!
    })
  }

  /** @throws {LabError} `NOT_FOUND` */
  end(id: number, result: unknown): void {
    const sql = 'UPDATE comparisons SET result = $json WHERE id = $id'
    if (this.db.run(sql, { id, json: JSON.stringify(result) }).changes === 0) throw notFound('comparison', id)
  }

  /** Removes a comparison without games; one with any game stays. */
  drop(id: number): void {
    this.db.transaction(() => {
      for (const batch of this.batches.ofComparison(id)) this.batches.drop(batch.id)
      this.db.run('DELETE FROM comparisons WHERE id = $id AND NOT EXISTS (SELECT 1 FROM batches WHERE comparison = $id)', { id })
    })
  }

  /** @throws {LabError} `NOT_FOUND` */
  rename(id: number, name: string): void {
    const sql = `UPDATE comparisons SET rule = json_set(rule, '$.name', $name) WHERE id = $id`
    if (this.db.run(sql, { id, name }).changes === 0) throw notFound('comparison', id)
  }

  /** @returns how many were deleted. */
  remove(ids: readonly number[]): number {
    return this.#markEach(ids, batches => this.batches.remove(batches))
  }

  /** Undoes `remove`. @returns how many were restored. */
  restore(ids: readonly number[]): number {
    return this.#markEach(ids, batches => this.batches.restore(batches))
  }

  /** A comparison is deleted with its batches. */
  #markEach(ids: readonly number[], mark: (batches: readonly number[]) => number): number {
    return this.db.transaction(() => {
      const batches = (comparison: number) =>
        this.db.all('SELECT id FROM batches WHERE comparison = $comparison', { comparison }).map(({ id }) => id as number)
      return ids.filter(id => mark(batches(id)) > 0).length
    })
  }

  #comparisonOf(row: Row): StoredComparison {
    const { id } = row as { id: number }
    return {
      ...fieldsOf<StoredComparison>(row),
      rule: jsonOf(row['rule']),
      result: jsonOf(row['result']),
      batches: this.batches.ofComparison(id),
    }
  }
}
