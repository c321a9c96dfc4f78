import type { Migration } from './migration'

/** The times of the slides of the game on the board, as kept games have had them from the first. */
export const slideTimes: Migration = {
  version: 7,
  up: db => db.exec('ALTER TABLE current_game ADD COLUMN slide_ms BLOB CHECK (length(slide_ms) = 4 * (length(turns) - 1))'),
}
