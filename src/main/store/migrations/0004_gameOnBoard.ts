import type { Migration } from './migration'

/** What the graph of the game on the board shows, and what the library will say about it, survive a restart too. */
export const gameOnBoard: Migration = {
  version: 4,
  up: db => db.exec(SQL),
}

const SQL = `
  ALTER TABLE current_game ADD COLUMN slide_values BLOB CHECK (length(slide_values) = 8 * (length(turns) - 1));
  ALTER TABLE current_game ADD COLUMN about TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(about));
`
