import type { Migration } from './migration'

/** Profiles, games with their batches, settings, and the game on the board. */
export const games: Migration = {
  version: 1,
  up: db => db.exec(SQL),
}

const SQL = `
  CREATE TABLE profiles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
    notes TEXT NOT NULL CHECK (length(notes) <= 10000),
    evaluator TEXT NOT NULL CHECK (json_valid(evaluator)),
    family TEXT NOT NULL GENERATED ALWAYS AS (evaluator ->> 'family') VIRTUAL,
    settings TEXT NOT NULL CHECK (json_valid(settings)),
    depth TEXT NOT NULL CHECK (json_valid(depth)),
    tags TEXT NOT NULL CHECK (json_type(tags) = 'array'),
    origin TEXT NOT NULL CHECK (json_valid(origin)),
    statistics TEXT NOT NULL CHECK (json_valid(statistics)),
    created INTEGER NOT NULL CHECK (created >= 0),
    updated INTEGER NOT NULL CHECK (updated >= 0),
    deleted INTEGER CHECK (deleted >= 0)
  ) STRICT;
  CREATE UNIQUE INDEX profiles_by_name ON profiles (name) WHERE deleted IS NULL;

  -- player, kernel, machine: the same for thousands of games
  CREATE TABLE provenances (
    id INTEGER PRIMARY KEY,
    json TEXT NOT NULL UNIQUE CHECK (json_valid(json))
  ) STRICT;

  CREATE TABLE batches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL CHECK (length(title) <= 200),
    seed INTEGER NOT NULL CHECK (seed BETWEEN 0 AND 9007199254740991),
    games INTEGER NOT NULL CHECK (games > 0),
    profile TEXT CHECK (length(profile) <= 40),
    provenance INTEGER NOT NULL REFERENCES provenances,
    created INTEGER NOT NULL CHECK (created >= 0),
    ended INTEGER CHECK (ended >= 0),
    summary TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(summary)),
    deleted INTEGER CHECK (deleted >= 0)
  ) STRICT;
  CREATE INDEX batches_by_created ON batches (created) WHERE deleted IS NULL;
  CREATE INDEX batches_by_provenance ON batches (provenance);

  CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('person', 'engine', 'bench', 'import')),
    profile TEXT CHECK (length(profile) <= 40),
    seed INTEGER CHECK (seed BETWEEN 0 AND 9007199254740991),
    start TEXT CHECK (length(start) = 16 AND start NOT GLOB '*[^0-9A-H]*'),
    start_score INTEGER NOT NULL CHECK (start_score >= 0),
    score INTEGER NOT NULL CHECK (score >= start_score),
    slides INTEGER NOT NULL CHECK (slides >= 0),
    max_rank INTEGER NOT NULL CHECK (max_rank BETWEEN 1 AND 17),
    board TEXT NOT NULL CHECK (length(board) = 16 AND board NOT GLOB '*[^0-9A-H]*'),
    over INTEGER NOT NULL CHECK (over IN (0, 1)),
    created INTEGER NOT NULL CHECK (created >= 0),
    started INTEGER CHECK (started >= 0),
    ended INTEGER CHECK (ended >= 0),
    notes TEXT NOT NULL CHECK (length(notes) <= 10000),
    provenance INTEGER NOT NULL REFERENCES provenances,
    batch INTEGER REFERENCES batches ON DELETE CASCADE,
    batch_index INTEGER CHECK (batch_index >= 0),
    deleted INTEGER CHECK (deleted >= 0),
    CHECK (seed IS NOT NULL OR start IS NOT NULL),
    CHECK ((batch IS NULL) = (batch_index IS NULL))
  ) STRICT;
  CREATE UNIQUE INDEX games_by_batch ON games (batch, batch_index) WHERE batch IS NOT NULL;
  CREATE INDEX games_by_provenance ON games (provenance);
  CREATE INDEX games_by_deleted ON games (deleted) WHERE deleted IS NOT NULL;

  -- apart from games, so that the library reads short rows
  CREATE TABLE game_turns (
    game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    turns BLOB NOT NULL CHECK (length(turns) >= 1),
    slide_values BLOB CHECK (length(slide_values) = 8 * (length(turns) - 1)),
    slide_ms BLOB CHECK (length(slide_ms) = 4 * (length(turns) - 1))
  ) STRICT;

  CREATE TABLE settings (
    name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 80),
    json TEXT NOT NULL CHECK (json_valid(json) AND length(json) <= 1000000)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE current_game (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    seed INTEGER NOT NULL CHECK (seed BETWEEN 0 AND 9007199254740991),
    origin TEXT NOT NULL CHECK (origin IN ('seed', 'position')),
    start TEXT NOT NULL CHECK (length(start) = 16 AND start NOT GLOB '*[^0-9A-H]*'),
    start_score INTEGER NOT NULL CHECK (start_score >= 0),
    start_slides INTEGER NOT NULL CHECK (start_slides >= 0),
    random TEXT NOT NULL CHECK (length(random) = 16 AND random NOT GLOB '*[^0-9a-f]*'),
    turns BLOB NOT NULL CHECK (length(turns) >= 1),
    played INTEGER NOT NULL CHECK (played BETWEEN 0 AND length(turns) - 1)
  ) STRICT;
`
