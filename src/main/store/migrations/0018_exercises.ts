import type { Migration } from './migration'

/**
 * Exercises from the mistakes of analysed games, and the local dates on which exercises were done. `due`: a local date as days since 1970;
 * NULL before the first time and once learned. `analyses.looked`: moves of the analysis that were looked through for exercises. The index of
 * games answers `BEST_SCORE` beside any number of benches.
 */
export const exercises: Migration = {
  version: 18,
  up: db =>
    db.exec(`
      ALTER TABLE analyses ADD COLUMN looked INTEGER NOT NULL DEFAULT 0 CHECK (looked >= 0);
      CREATE TABLE exercises (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        analysis INTEGER NOT NULL REFERENCES analyses ON DELETE CASCADE,
        slide INTEGER NOT NULL CHECK (slide > 0),
        board TEXT NOT NULL CHECK (length(board) = 16 AND board NOT GLOB '*[^0-9A-H]*'),
        move TEXT NOT NULL CHECK (move IN ('up', 'down', 'left', 'right')),
        kinds TEXT NOT NULL CHECK (length(kinds) <= 40),
        loss REAL CHECK (loss BETWEEN 0 AND 1),
        successes INTEGER NOT NULL CHECK (successes BETWEEN 0 AND 5),
        due INTEGER,
        checksum INTEGER,
        UNIQUE (game, slide)
      ) STRICT;
      CREATE INDEX games_by_best ON games (kind, score) WHERE deleted IS NULL AND start IS NULL AND batch IS NULL;
      CREATE INDEX exercises_by_analysis ON exercises (analysis);
      CREATE TABLE exercise_days (
        day INTEGER PRIMARY KEY,
        done INTEGER NOT NULL CHECK (done > 0),
        checksum INTEGER
      ) STRICT;
    `),
}
