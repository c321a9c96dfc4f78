import type { Migration } from './migration'

/** Analyses of whole games. Their values are only ever appended, so what is written in a second is what was searched in it. */
export const analyses: Migration = {
  version: 2,
  up: db => db.exec(SQL),
}

const SQL = `
  CREATE TABLE analyses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    player TEXT NOT NULL CHECK (json_valid(player)),
    slides INTEGER NOT NULL CHECK (slides > 0),
    done INTEGER NOT NULL CHECK (done BETWEEN 0 AND slides),
    created INTEGER NOT NULL CHECK (created >= 0),
    updated INTEGER NOT NULL CHECK (updated >= 0),
    UNIQUE (game, player)
  ) STRICT;

  CREATE TABLE analysis_values (
    analysis INTEGER NOT NULL REFERENCES analyses ON DELETE CASCADE,
    first INTEGER NOT NULL CHECK (first >= 0),
    slide_values BLOB NOT NULL CHECK (length(slide_values) > 0 AND length(slide_values) % 32 = 0),
    PRIMARY KEY (analysis, first)
  ) STRICT, WITHOUT ROWID;
`
