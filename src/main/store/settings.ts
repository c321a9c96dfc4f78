import type { Database } from './database'

/** Named JSON values. What they may be is known to the services that keep them. */
export class Settings {
  constructor(private readonly db: Database) {}

  /** `undefined` for a name never set. */
  get(name: string): unknown {
    const row = this.db.one('SELECT json FROM settings WHERE name = $name', { name })
    return row && (JSON.parse(row['json'] as string) as unknown)
  }

  all(): Record<string, unknown> {
    const rows = this.db.all('SELECT name, json FROM settings ORDER BY name')
    return Object.fromEntries(rows.map(({ name, json }) => [name as string, JSON.parse(json as string) as unknown]))
  }

  set(name: string, value: unknown): void {
    this.db.run('INSERT INTO settings VALUES ($name, $json) ON CONFLICT DO UPDATE SET json = excluded.json', {
      name,
      json: JSON.stringify(value),
    })
  }

  remove(name: string): void {
    this.db.run('DELETE FROM settings WHERE name = $name', { name })
  }
}
