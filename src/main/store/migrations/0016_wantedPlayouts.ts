import type { Migration } from './migration'

/** Playouts that were interrupted are finished later: how many are wanted of a move. Earlier labs stored none: what they have is whole. */
export const wantedPlayouts: Migration = {
  version: 16,
  up: db => db.exec('ALTER TABLE playouts ADD COLUMN wanted INTEGER NOT NULL DEFAULT 0 CHECK (wanted >= 0)'),
}
