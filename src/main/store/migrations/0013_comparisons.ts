import type { Migration } from './migration'

/** Batches of several players that are compared: they play the same seeds under one stop rule. */
export const comparisons: Migration = {
  version: 13,
  up: db =>
    db.exec(`
      CREATE TABLE comparisons (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        rule TEXT NOT NULL CHECK (json_valid(rule)),
        created INTEGER NOT NULL CHECK (created >= 0),
        result TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(result)),
        checksum INTEGER
      ) STRICT;
      ALTER TABLE batches ADD COLUMN comparison INTEGER REFERENCES comparisons;
      ALTER TABLE batches ADD COLUMN place INTEGER CHECK (place >= 0);
      CREATE UNIQUE INDEX batches_by_comparison ON batches (comparison, place) WHERE comparison IS NOT NULL;
    `),
}
