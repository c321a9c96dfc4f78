import type { Migration } from './migration'

/**
 * Validations of weights that play against an opponent. Each row is a pair of games, with their mean result, which may be below
 * 0, and the share won; neither has tiles.
 */
export const pairs: Migration = {
  version: 14,
  up: db =>
    db.exec(`
      CREATE TABLE validation_games_14 (
        validation INTEGER NOT NULL REFERENCES validations ON DELETE CASCADE,
        place INTEGER NOT NULL CHECK (place >= 0),
        score REAL NOT NULL,
        slides INTEGER NOT NULL CHECK (slides >= 0),
        max_rank INTEGER CHECK (max_rank BETWEEN 1 AND 17),
        wins REAL CHECK (wins BETWEEN 0 AND 1),
        ms REAL NOT NULL CHECK (ms >= 0), checksum INTEGER,
        CHECK ((wins IS NULL) != (max_rank IS NULL)),
        PRIMARY KEY (validation, place)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO validation_games_14 (validation, place, score, slides, max_rank, ms)
        SELECT validation, place, score, slides, max_rank, ms FROM validation_games;
      DROP TABLE validation_games;
      ALTER TABLE validation_games_14 RENAME TO validation_games;
    `),
}
