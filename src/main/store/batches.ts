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
    const sql = 'UPDATE batches SET ended = $now, summary = $json WHERE id = $id AND deleted IS NULL'
    if (this.db.run(sql, { id, json: JSON.stringify(summary), now: Date.now() }).changes === 0)
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
