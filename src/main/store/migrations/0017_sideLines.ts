import type { Migration } from './migration'

/** Side lines of saved games: a row for each. `of_line` is the place of the line that it leaves, always an earlier one. */
export const sideLines: Migration = {
  version: 17,
  up: db =>
    db.exec(`
      CREATE TABLE side_lines (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        place INTEGER NOT NULL CHECK (place >= 0),
        of_line INTEGER CHECK (of_line >= 0 AND of_line < place),
        after INTEGER NOT NULL CHECK (after >= 0),
        turns BLOB NOT NULL CHECK (length(turns) >= 2),
        checksum INTEGER,
        PRIMARY KEY (game, place)
      ) STRICT;
    `),
}
