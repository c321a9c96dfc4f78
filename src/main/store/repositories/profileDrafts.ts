import type { StoredDraft } from '../../../core/contract/stored'
import type { Database } from '../database'

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
