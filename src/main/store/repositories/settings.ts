import type { Database } from '../database'
import { insertRow, jsonOf } from '../fields'

/** Named JSON values. The services that store them know their types. */
export class Settings {
  constructor(private readonly db: Database) {}

  /** `undefined` for a name that was never set. */
  get(name: string): unknown {
    const row = this.db.one('SELECT json FROM sound_settings WHERE name = $name', { name })
    return row && jsonOf(row['json'])
  }

  set(name: string, value: unknown): void {
    insertRow(this.db, 'settings', { name, json: JSON.stringify(value) }, 'ON CONFLICT DO UPDATE SET json = excluded.json')
  }
}
