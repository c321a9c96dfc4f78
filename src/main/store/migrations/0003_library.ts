import { searchWords } from '../searchWords'
import type { Migration } from './migration'

/**
 * The library at 100,000 games: every order and filter is answered from an index alone. `words` is what text is looked for
 * in, because SQLite's own `lower` knows ASCII only; its index is narrow enough to be read whole (12 ms for 100,000 games).
 */
export const library: Migration = {
  version: 3,
  up: db => {
    db.define('search_words', searchWords)
    db.exec(SQL)
  },
}

const SQL = `
  ALTER TABLE games ADD COLUMN words TEXT NOT NULL DEFAULT '';
  UPDATE games SET words = search_words(profile, notes, seed);
  CREATE INDEX games_by_words ON games (words, deleted) WHERE deleted IS NULL;
  CREATE INDEX games_by_created ON games (created, id, kind, profile, batch, deleted) WHERE deleted IS NULL;
  CREATE INDEX games_by_score ON games (score, id, kind, profile, batch, deleted) WHERE deleted IS NULL;
  CREATE INDEX games_by_max_rank ON games (max_rank, id, kind, profile, batch, deleted) WHERE deleted IS NULL;
  CREATE INDEX games_by_slides ON games (slides, id, kind, profile, batch, deleted) WHERE deleted IS NULL;
`
