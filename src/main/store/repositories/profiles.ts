import { freeNameFor } from '../../../core/contract/files/profileImport'
import type { ProfileDraft, StoredDraft, StoredProfile } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { Database, Row } from '../database'
import { isNotUnique } from '../failures'
import { fieldsOf, insertRow, jsonOf } from '../fields'
import { markDeleted } from './deleted'

/** Profiles of the user, without deleted ones: see `Deleted`. Profiles that ship with the lab are files. */
export class Profiles {
  constructor(private readonly db: Database) {}

  list(): StoredProfile[] {
    return this.db.all('SELECT * FROM sound_profiles WHERE deleted IS NULL ORDER BY name').map(profileOf)
  }

  /** @throws {LabError} `NAME_TAKEN` */
  add(draft: ProfileDraft): StoredProfile {
    const now = Date.now()
    const row = { ...columnsOf(draft), created: now, updated: now }
    return this.#byId(this.#unique(draft.name, () => insertRow(this.db, 'profiles', row)))
  }

  /** @throws {LabError} `NOT_FOUND`, `NAME_TAKEN` */
  change(id: number, changes: Partial<ProfileDraft>): StoredProfile {
    return this.db.transaction(() => {
      const draft: ProfileDraft = { ...this.#byId(id), ...changes }
      const row = { ...columnsOf(draft), updated: Date.now() }
      const changed = Object.keys(row).map(column => `${column} = $${column}`)
      this.#unique(draft.name, () => this.db.run(`UPDATE profiles SET ${changed.join(', ')} WHERE id = $id`, { ...row, id }))
      return this.#byId(id)
    })
  }

  /** Saves profiles in their order, each over the profile that then has its name, or as a new one: all or nothing. */
  put(drafts: readonly ProfileDraft[]): void {
    this.db.transaction(() => {
      for (const draft of drafts) {
        const there = this.db.one('SELECT id FROM sound_profiles WHERE name = $name AND deleted IS NULL', { name: draft.name })
        if (there) this.change(there['id'] as number, draft)
        else this.add(draft)
      }
    })
  }

  /** All or nothing. @returns how many were deleted. */
  remove(ids: readonly number[]): number {
    return markDeleted(this.db, 'profiles', ids)
  }

  /**
   * Undoes `remove`, all or nothing. A profile whose name is taken by now gets the first free one.
   * @param reserved names that no profile may have
   * @throws {LabError} `NOT_FOUND` for a profile that neither exists nor is deleted.
   */
  restore(ids: readonly number[], reserved: readonly string[] = []): StoredProfile[] {
    return this.db.transaction(() => {
      const there = this.db.all('SELECT name FROM profiles WHERE deleted IS NULL')
      const taken = new Set([...reserved, ...there.map(({ name }) => name as string)])
      return ids.map(id => this.#restoreOne(id, taken))
    })
  }

  #restoreOne(id: number, taken: Set<string>): StoredProfile {
    const row = this.db.one('SELECT name, deleted FROM sound_profiles WHERE id = $id', { id })
    if (!row) throw notFound(id)
    if (row['deleted'] === null) return this.#byId(id)
    const own = row['name'] as string
    const name = taken.has(own) ? freeNameFor(own, taken) : own
    taken.add(name)
    this.db.run('UPDATE profiles SET deleted = NULL, name = $name WHERE id = $id', { id, name })
    return this.#byId(id)
  }

  #byId(id: number): StoredProfile {
    const row = this.db.one('SELECT * FROM sound_profiles WHERE id = $id AND deleted IS NULL', { id })
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

/** Stored as JSON. */
const JSON_FIELDS = ['evaluator', 'settings', 'depth', 'tags', 'origin', 'statistics'] as const

function columnsOf({ name, title, notes, ...draft }: ProfileDraft): Record<string, string> {
  return { name, title, notes, ...Object.fromEntries(JSON_FIELDS.map(field => [field, JSON.stringify(draft[field])])) }
}

function profileOf(row: Row): StoredProfile {
  return {
    ...fieldsOf<StoredProfile>(row, 'deleted'),
    ...(Object.fromEntries(JSON_FIELDS.map(field => [field, jsonOf(row[field])])) as Pick<
      ProfileDraft,
      (typeof JSON_FIELDS)[number]
    >),
  }
}

function notFound(id: number): LabError {
  return new LabError('NOT_FOUND', `There is no profile number ${id}; it may have been deleted for good.`, { id })
}

/** Unsaved changes of profiles, at most one draft per profile. */
export class ProfileDrafts {
  constructor(private readonly db: Database) {}

  list(): StoredDraft[] {
    const rows = this.db.all('SELECT profile, draft FROM sound_profile_drafts ORDER BY profile')
    return rows.map(({ profile, draft }) => ({ profile: profile as number, draft: JSON.parse(draft as string) as unknown }))
  }

  /** All or nothing. `null` removes a draft; drafts of forgotten profiles are forgotten too. */
  save(drafts: readonly StoredDraft[]): void {
    this.db.transaction(() => {
      for (const { profile, draft } of drafts) {
        if (draft === null) this.db.run('DELETE FROM profile_drafts WHERE profile = $profile', { profile })
        else
          this.db.run(
            `INSERT INTO profile_drafts (profile, draft, updated) SELECT $profile, $json, $now WHERE EXISTS (SELECT 1 FROM profiles WHERE id = $profile)
             ON CONFLICT (profile) DO UPDATE SET draft = excluded.draft, updated = excluded.updated`,
            { profile, json: JSON.stringify(draft), now: Date.now() },
          )
      }
    })
  }
}
