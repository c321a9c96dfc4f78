import type { Migration } from './migration'

/**
 * Playouts of single slides; and the depths of an analysis and what it was made with. No lab before this version made
 * analyses; should there be one all the same, depth 0 is what is certain of it.
 */
export const playouts: Migration = {
  version: 5,
  up: db => db.exec(SQL),
}

const SQL = `
  ALTER TABLE analyses ADD COLUMN profile TEXT NOT NULL DEFAULT '';
  ALTER TABLE analyses ADD COLUMN stamp TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(stamp));
  ALTER TABLE analysis_values ADD COLUMN depths BLOB CHECK (length(depths) = length(slide_values) / 32);
  UPDATE analysis_values SET depths = zeroblob(length(slide_values) / 32);

  CREATE TABLE playouts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    slide INTEGER NOT NULL CHECK (slide > 0),
    move TEXT NOT NULL CHECK (move IN ('up', 'down', 'left', 'right')),
    player TEXT NOT NULL CHECK (json_valid(player)),
    profile TEXT NOT NULL,
    seed INTEGER NOT NULL CHECK (seed >= 0),
    stamp TEXT NOT NULL CHECK (json_valid(stamp)),
    done INTEGER NOT NULL CHECK (done >= 0),
    created INTEGER NOT NULL CHECK (created >= 0),
    updated INTEGER NOT NULL CHECK (updated >= 0),
    UNIQUE (game, slide, move, player)
  ) STRICT;

  CREATE TABLE playout_scores (
    playouts INTEGER NOT NULL REFERENCES playouts ON DELETE CASCADE,
    first INTEGER NOT NULL CHECK (first >= 0),
    scores BLOB NOT NULL CHECK (length(scores) > 0 AND length(scores) % 8 = 0),
    PRIMARY KEY (playouts, first)
  ) STRICT, WITHOUT ROWID;
`
