import type { Database } from '../database'
import { insertRow, jsonOf } from '../fields'

/** The origins of results, each stored once for all results that share it. */
export class Provenances {
  constructor(private readonly db: Database) {}

  idOf(value: unknown): number {
    const json = JSON.stringify(value)
    const known = this.db.one('SELECT id FROM sound_provenances WHERE json = $json', { json })
    return known ? (known['id'] as number) : insertRow(this.db, 'provenances', { json })
  }

  /** `null` if it was damaged and is set aside. */
  get(id: number): unknown {
    const row = this.db.one('SELECT json FROM sound_provenances WHERE id = $id', { id })
    return row ? jsonOf(row['json']) : null
  }

  /** Deletes provenances without results. */
  sweep(): void {
    this.db.run(
      `DELETE FROM provenances WHERE NOT EXISTS (SELECT 1 FROM games WHERE provenance = provenances.id)
         AND NOT EXISTS (SELECT 1 FROM batches WHERE provenance = provenances.id)
         AND NOT EXISTS (SELECT 1 FROM runs WHERE provenance = provenances.id)`,
    )
  }
}
