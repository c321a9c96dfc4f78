import type { Migration } from './migration'

/**
 * Runs of any kind whose results are lines of JSON. `key` names a run within its kind: its number, or a hash of its content. A deleted run
 * may have the key of a newer one.
 */
export const lineRuns: Migration = {
  version: 15,
  up: db =>
    db.exec(`
      CREATE TABLE line_runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
        key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 64),
        title TEXT NOT NULL CHECK (length(title) <= 200),
        head TEXT NOT NULL CHECK (json_valid(head)),
        state TEXT NOT NULL CHECK (state IN ('paused', 'finished', 'failed')),
        problem TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(problem)),
        created INTEGER NOT NULL CHECK (created >= 0),
        updated INTEGER NOT NULL CHECK (updated >= 0),
        deleted INTEGER CHECK (deleted >= 0),
        checksum INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX line_runs_by_key ON line_runs (kind, key) WHERE deleted IS NULL;
      CREATE TABLE run_lines (
        run INTEGER NOT NULL REFERENCES line_runs ON DELETE CASCADE,
        number INTEGER NOT NULL CHECK (number >= 0),
        line TEXT NOT NULL CHECK (json_valid(line)),
        checksum INTEGER,
        PRIMARY KEY (run, number)
      ) STRICT;
    `),
}
