import type { NewBatch, StoredBatch } from '../../core/contract/stored'
import { LabError } from '../../core/errors'
import type { Database, Row } from './database'
import type { Provenances } from './provenances'

const SELECT = 'SELECT *, (SELECT count(*) FROM games WHERE batch = batches.id AND deleted IS NULL) AS stored FROM batches'

/** Runs of many games; the games themselves are among the others. */
export class Batches {
  constructor(
    private readonly db: Database,
    private readonly provenances: Provenances,
  ) {}

  /** The newest first. */
  list(): StoredBatch[] {
    return this.db.all(`${SELECT} WHERE deleted IS NULL ORDER BY created DESC, id DESC`).map(row => this.#batchOf(row))
  }

  get(id: number): StoredBatch | undefined {
    const row = this.db.one(`${SELECT} WHERE id = $id AND deleted IS NULL`, { id })
    return row && this.#batchOf(row)
  }

  /** @returns its number, which its games carry. */
  begin(batch: NewBatch): number {
    const { title, seed, games, profile, created, provenance } = batch
    return this.db.transaction(
      () =>
        this.db.run(
          `INSERT INTO batches (title, seed, games, profile, provenance, created)
           VALUES ($title, $seed, $games, $profile, $provenance, $created)`,
          { title, seed, games, profile, created, provenance: this.provenances.idOf(provenance) },
        ).id,
    )
  }

  /** @throws {LabError} `NOT_FOUND` */
  end(id: number, summary: unknown): void {
    this.#change('UPDATE batches SET ended = $now, summary = $json WHERE id = $id AND deleted IS NULL', id, {
      json: JSON.stringify(summary),
      now: Date.now(),
    })
  }

  /** Deletes it with its games. @throws {LabError} `NOT_FOUND` */
  remove(id: number): void {
    const now = Date.now()
    this.db.transaction(() => {
      this.#change('UPDATE batches SET deleted = $now WHERE id = $id AND deleted IS NULL', id, { now })
      this.db.run('UPDATE games SET deleted = $now WHERE batch = $id AND deleted IS NULL', { id, now })
    })
  }

  /** Undoes `remove`; games that had been deleted before stay so. @throws {LabError} `NOT_FOUND` */
  restore(id: number): void {
    this.db.transaction(() => {
      this.db.run(
        'UPDATE games SET deleted = NULL WHERE batch = $id AND deleted = (SELECT deleted FROM batches WHERE id = $id)',
        { id },
      )
      this.#change('UPDATE batches SET deleted = NULL WHERE id = $id AND deleted IS NOT NULL', id, {})
    })
  }

  #change(sql: string, id: number, parameters: Record<string, string | number>): void {
    if (this.db.run(sql, { id, ...parameters }).changes === 0)
      throw new LabError('NOT_FOUND', `There is no batch number ${id}; it may have been deleted.`, { id })
  }

  #batchOf(row: Row): StoredBatch {
    return {
      id: row['id'] as number,
      title: row['title'] as string,
      seed: row['seed'] as number,
      games: row['games'] as number,
      stored: row['stored'] as number,
      profile: row['profile'] as string | null,
      provenance: this.provenances.get(row['provenance'] as number),
      created: row['created'] as number,
      ended: row['ended'] as number | null,
      summary: JSON.parse(row['summary'] as string) as unknown,
    }
  }
}
