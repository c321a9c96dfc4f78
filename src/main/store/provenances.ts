import type { Database } from './database'

/** What results follow from, stored once for all results that share it. */
export class Provenances {
  constructor(private readonly db: Database) {}

  idOf(value: unknown): number {
    const json = JSON.stringify(value)
    const known = this.db.one('SELECT id FROM provenances WHERE json = $json', { json })
    return known ? (known['id'] as number) : this.db.run('INSERT INTO provenances (json) VALUES ($json)', { json }).id
  }

  get(id: number): unknown {
    return JSON.parse(this.db.one('SELECT json FROM provenances WHERE id = $id', { id })!['json'] as string)
  }

  /** Forgets those that nothing follows from any more. */
  sweep(): void {
    this.db.run(
      `DELETE FROM provenances WHERE NOT EXISTS (SELECT 1 FROM games WHERE provenance = provenances.id)
         AND NOT EXISTS (SELECT 1 FROM batches WHERE provenance = provenances.id)
         AND NOT EXISTS (SELECT 1 FROM runs WHERE provenance = provenances.id)`,
    )
  }
}
