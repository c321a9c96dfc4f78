import type { ProfileDraft, StoredProfile } from '../../core/contract/stored'
import type { Evaluator } from '../../core/games/twenty48/heuristics/family'
import type { Depth, SearchSettings } from '../../core/search/settings'
import { LabError } from '../../core/errors'
import type { Database, Row } from './database'
import { isNotUnique } from './failures'

const COLUMNS = ['name', 'title', 'notes', 'evaluator', 'settings', 'depth', 'tags', 'origin', 'statistics'] as const

/** Profiles of the user; those that ship with the lab are files. A deleted one stays until `Maintenance.purge`. */
export class Profiles {
  constructor(private readonly db: Database) {}

  list(): StoredProfile[] {
    return this.db.all('SELECT * FROM profiles WHERE deleted IS NULL ORDER BY name').map(profileOf)
  }

  /** Those that `restore` can bring back, the last deleted first. */
  deleted(): StoredProfile[] {
    return this.db.all('SELECT * FROM profiles WHERE deleted IS NOT NULL ORDER BY deleted DESC, id DESC').map(profileOf)
  }

  get(name: string): StoredProfile | undefined {
    const row = this.db.one('SELECT * FROM profiles WHERE name = $name AND deleted IS NULL', { name })
    return row && profileOf(row)
  }

  /** @throws {LabError} `NAME_TAKEN` */
  add(draft: ProfileDraft): StoredProfile {
    const now = Date.now()
    const { id } = this.#unique(draft.name, () =>
      this.db.run(
        `INSERT INTO profiles (${COLUMNS.join(', ')}, created, updated) VALUES (${COLUMNS.map(name => `$${name}`).join(', ')}, $now, $now)`,
        { ...columnsOf(draft), now },
      ),
    )
    return this.#byId(id)
  }

  /** @throws {LabError} `NOT_FOUND`, `NAME_TAKEN` */
  change(id: number, changes: Partial<ProfileDraft>): StoredProfile {
    return this.db.transaction(() => {
      const draft: ProfileDraft = { ...this.#byId(id), ...changes }
      this.#unique(draft.name, () =>
        this.db.run(
          `UPDATE profiles SET ${COLUMNS.map(name => `${name} = $${name}`).join(', ')}, updated = $now WHERE id = $id`,
          {
            ...columnsOf(draft),
            now: Date.now(),
            id,
          },
        ),
      )
      return this.#byId(id)
    })
  }

  /** @throws {LabError} `NOT_FOUND` */
  remove(id: number): void {
    const { changes } = this.db.run('UPDATE profiles SET deleted = $now WHERE id = $id AND deleted IS NULL', {
      id,
      now: Date.now(),
    })
    if (changes === 0) throw notFound(id)
  }

  /**
   * Undoes `remove`.
   *
   * @param as a name for it; absent: the one it had
   * @throws {LabError} `NOT_FOUND`; `NAME_TAKEN` when another profile has the name.
   */
  restore(id: number, as?: string): StoredProfile {
    const row = this.db.one('SELECT name FROM profiles WHERE id = $id', { id })
    if (!row) throw notFound(id)
    const name = as ?? (row['name'] as string)
    this.#unique(name, () => this.db.run('UPDATE profiles SET deleted = NULL, name = $name WHERE id = $id', { id, name }))
    return this.#byId(id)
  }

  #byId(id: number): StoredProfile {
    const row = this.db.one('SELECT * FROM profiles WHERE id = $id AND deleted IS NULL', { id })
    if (!row) throw notFound(id)
    return profileOf(row)
  }

  #unique<T>(name: string, write: () => T): T {
    try {
      return write()
    } catch (error) {
      if (!isNotUnique(error)) throw error
      throw new LabError('NAME_TAKEN', `There is a profile "${name}" already: choose another name.`, { name }, { cause: error })
    }
  }
}

function columnsOf(draft: ProfileDraft): Record<(typeof COLUMNS)[number], string> {
  const { name, title, notes, evaluator, settings, depth, tags, origin, statistics } = draft
  const json = JSON.stringify
  return {
    name,
    title,
    notes,
    evaluator: json(evaluator),
    settings: json(settings),
    depth: json(depth),
    tags: json(tags),
    origin: json(origin),
    statistics: json(statistics),
  }
}

function profileOf(row: Row): StoredProfile {
  const json = <T>(column: string) => JSON.parse(row[column] as string) as T
  return {
    id: row['id'] as number,
    name: row['name'] as string,
    title: row['title'] as string,
    notes: row['notes'] as string,
    evaluator: json<Evaluator>('evaluator'),
    settings: json<SearchSettings>('settings'),
    depth: json<Depth>('depth'),
    tags: json<string[]>('tags'),
    origin: json('origin'),
    statistics: json('statistics'),
    created: row['created'] as number,
    updated: row['updated'] as number,
  }
}

function notFound(id: number): LabError {
  return new LabError('NOT_FOUND', `There is no profile number ${id}; it may have been deleted for good.`, { id })
}
