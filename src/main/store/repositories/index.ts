import type { Database } from '../database'
import { insertRow, jsonOf } from '../fields'
import type { Opened } from '../opening'
import { Maintenance } from '../soundness/maintenance'
import { Analyses, Playouts } from './analyses'
import { Batches, Comparisons } from './batches'
import { CurrentGame } from './currentGame'
import { Deleted } from './deleted'
import { Evaluations, Validations } from './evaluations'
import { Exercises } from './exercises'
import { Games } from './games'
import { LineRuns } from './lineRuns'
import { ProfileDrafts, Profiles } from './profiles'
import { Provenances } from './provenances'
import { Runs } from './runs'

export type Repositories = ReturnType<typeof openRepositories>

/** One per noun; they live in the store's thread. */
export function openRepositories({ db, seals }: Pick<Opened, 'db' | 'seals'>) {
  const provenances = new Provenances(db)
  const games = new Games(db, provenances)
  const batches = new Batches(db, provenances, games)
  return {
    profiles: new Profiles(db),
    profileDrafts: new ProfileDrafts(db),
    games,
    batches,
    comparisons: new Comparisons(db, batches),
    settings: new Settings(db),
    currentGame: new CurrentGame(db, games),
    analyses: new Analyses(db),
    playouts: new Playouts(db),
    exercises: new Exercises(db),
    runs: new Runs(db, provenances),
    lineRuns: new LineRuns(db),
    evaluations: new Evaluations(db),
    validations: new Validations(db),
    deleted: new Deleted(db, provenances),
    maintenance: new Maintenance(db, seals),
  }
}

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
