import type { Migration } from './migration'

/** Unsaved changes of profiles. A deleted profile keeps its own; they go with it when it is forgotten. */
export const profileDrafts: Migration = {
  version: 9,
  up: db => db.exec(SQL),
}

const SQL = `
  CREATE TABLE profile_drafts (
    profile INTEGER PRIMARY KEY REFERENCES profiles ON DELETE CASCADE,
    draft TEXT NOT NULL CHECK (json_valid(draft) AND length(draft) <= 1000000),
    updated INTEGER NOT NULL CHECK (updated >= 0)
  ) STRICT;
`
