import type { Database } from '../database'

/** Named JSON values. What they may be is known to the services that keep them. */
export class Settings {
  constructor(private readonly db: Database) {}

  /** `undefined` for a name never set. */
  get(name: string): unknown {
    const row = this.db.one('SELECT json FROM sound_settings WHERE name = $name', { name })
    return row && (JSON.parse(row['json'] as string) as unknown)
  }

  set(name: string, value: unknown): void {
    this.db.run('INSERT INTO settings (name, json) VALUES ($name, $json) ON CONFLICT DO UPDATE SET json = excluded.json', {
      name,
      json: JSON.stringify(value),
    })
  }
}
