import type { Migration } from './migration'

/**
 * All tables and indexes. White space is part of what a file of this version is compared with: the columns at the ends of lines were added
 * one by one before the first release.
 *
 * - Each row has a checksum in its column `checksum`; `damaged` has the content of those that were damaged.
 * - `games.words` is what text is looked for in, because SQLite's own `lower` knows ASCII only. Its index is narrow enough to be read
 *   whole: 12 ms for 100,000 games.
 * - No column is computed from JSON: one flipped bit in it would make the whole table unreadable.
 */
export const schema: Migration = {
  version: 12,
  up: db => db.exec(SQL),
}

const SQL = `
  CREATE TABLE profiles (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
    notes TEXT NOT NULL CHECK (length(notes) <= 10000),
    evaluator TEXT NOT NULL CHECK (json_valid(evaluator)),
    settings TEXT NOT NULL CHECK (json_valid(settings)),
    depth TEXT NOT NULL CHECK (json_valid(depth)),
    tags TEXT NOT NULL CHECK (json_type(tags) = 'array'),
    origin TEXT NOT NULL CHECK (json_valid(origin)),
    statistics TEXT NOT NULL CHECK (json_valid(statistics)),
    created INTEGER NOT NULL CHECK (created >= 0),
    updated INTEGER NOT NULL CHECK (updated >= 0),
    deleted INTEGER CHECK (deleted >= 0)
  , checksum INTEGER) STRICT;
  CREATE UNIQUE INDEX profiles_by_name ON profiles (name) WHERE deleted IS NULL;

  -- player, kernel, machine: the same for thousands of games
  CREATE TABLE provenances (
    id INTEGER PRIMARY KEY,
    json TEXT NOT NULL UNIQUE CHECK (json_valid(json))
  , checksum INTEGER) STRICT;

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
  , progress TEXT CHECK (json_valid(progress)), checksum INTEGER) STRICT;
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
    deleted INTEGER CHECK (deleted >= 0), words TEXT NOT NULL DEFAULT '', checksum INTEGER,
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
    slide_ms BLOB CHECK (length(slide_ms) = 4 * (length(turns) - 1))
  , checksum INTEGER) STRICT;

  CREATE TABLE settings (
    name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 80),
    json TEXT NOT NULL CHECK (json_valid(json) AND length(json) <= 1000000)
  , checksum INTEGER) STRICT, WITHOUT ROWID;

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
  , about TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(about)), slide_ms BLOB CHECK (length(slide_ms) = 4 * (length(turns) - 1)), checksum INTEGER) STRICT;

  CREATE TABLE analyses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    player TEXT NOT NULL CHECK (json_valid(player)),
    slides INTEGER NOT NULL CHECK (slides > 0),
    done INTEGER NOT NULL CHECK (done BETWEEN 0 AND slides),
    created INTEGER NOT NULL CHECK (created >= 0),
    updated INTEGER NOT NULL CHECK (updated >= 0), profile TEXT NOT NULL DEFAULT '', stamp TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(stamp)), checksum INTEGER,
    UNIQUE (game, player)
  ) STRICT;

  CREATE TABLE analysis_values (
    analysis INTEGER NOT NULL REFERENCES analyses ON DELETE CASCADE,
    first INTEGER NOT NULL CHECK (first >= 0),
    slide_values BLOB NOT NULL CHECK (length(slide_values) > 0 AND length(slide_values) % 32 = 0), depths BLOB CHECK (length(depths) = length(slide_values) / 32), checksum INTEGER,
    PRIMARY KEY (analysis, first)
  ) STRICT, WITHOUT ROWID;

  -- every order and filter of the library is answered from an index alone
  CREATE INDEX games_by_words ON games (words, deleted) WHERE deleted IS NULL;
  CREATE INDEX games_by_created ON games (created, id, kind, profile, batch, deleted) WHERE deleted IS NULL;
  CREATE INDEX games_by_score ON games (score, id, kind, profile, batch, deleted) WHERE deleted IS NULL;
  CREATE INDEX games_by_max_rank ON games (max_rank, id, kind, profile, batch, deleted) WHERE deleted IS NULL;
  CREATE INDEX games_by_slides ON games (slides, id, kind, profile, batch, deleted) WHERE deleted IS NULL;

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
    updated INTEGER NOT NULL CHECK (updated >= 0), checksum INTEGER,
    UNIQUE (game, slide, move, player)
  ) STRICT;

  CREATE TABLE playout_scores (
    playouts INTEGER NOT NULL REFERENCES playouts ON DELETE CASCADE,
    first INTEGER NOT NULL CHECK (first >= 0),
    scores BLOB NOT NULL CHECK (length(scores) > 0 AND length(scores) % 8 = 0), checksum INTEGER,
    PRIMARY KEY (playouts, first)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
    config TEXT NOT NULL CHECK (json_valid(config)),
    state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'paused', 'finished', 'stopped', 'failed')),
    goal TEXT NOT NULL DEFAULT 'finish' CHECK (goal IN ('finish', 'validate')),
    error TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(error)),
    provenance INTEGER NOT NULL REFERENCES provenances,
    iterations INTEGER NOT NULL DEFAULT 0 CHECK (iterations >= 0),
    evaluations INTEGER NOT NULL DEFAULT 0 CHECK (evaluations >= 0),
    failed INTEGER NOT NULL DEFAULT 0 CHECK (failed >= 0),
    retried INTEGER NOT NULL DEFAULT 0 CHECK (retried >= 0),
    games INTEGER NOT NULL DEFAULT 0 CHECK (games >= 0),
    ms REAL NOT NULL DEFAULT 0 CHECK (ms >= 0),
    best TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(best)),
    validated TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(validated)),
    created INTEGER NOT NULL CHECK (created >= 0),
    started INTEGER CHECK (started >= 0),
    ended INTEGER CHECK (ended >= 0),
    updated INTEGER NOT NULL CHECK (updated >= 0),
    deleted INTEGER CHECK (deleted >= 0)
  , checksum INTEGER) STRICT;
  CREATE INDEX runs_by_provenance ON runs (provenance);

  CREATE TABLE checkpoints (
    run INTEGER PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
    snapshot TEXT NOT NULL CHECK (json_valid(snapshot))
  , checksum INTEGER) STRICT;

  CREATE TABLE evaluations (
    run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
    id INTEGER NOT NULL CHECK (id >= 0),
    iteration INTEGER NOT NULL CHECK (iteration >= 0),
    purpose TEXT NOT NULL CHECK (purpose IN ('move', 'reassess', 'centre')),
    particle INTEGER CHECK (particle >= 0),
    again INTEGER CHECK (again >= 0),
    position BLOB NOT NULL CHECK (length(position) > 0 AND length(position) % 8 = 0),
    velocity BLOB CHECK (length(velocity) = length(position)),
    fitness REAL,
    standard_error REAL CHECK (standard_error >= 0),
    mean REAL,
    mean_error REAL CHECK (mean_error >= 0),
    games INTEGER NOT NULL CHECK (games >= 0),
    stopped INTEGER NOT NULL CHECK (stopped IN (0, 1)),
    ms REAL NOT NULL CHECK (ms >= 0),
    error TEXT, checksum INTEGER,
    PRIMARY KEY (run, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX evaluations_by_fitness ON evaluations (run, fitness);

  CREATE TABLE iterations (
    run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
    iteration INTEGER NOT NULL CHECK (iteration >= 0),
    first INTEGER NOT NULL CHECK (first >= 0),
    evaluations INTEGER NOT NULL CHECK (evaluations > 0),
    failed INTEGER NOT NULL CHECK (failed >= 0),
    games INTEGER NOT NULL CHECK (games >= 0),
    games_before INTEGER NOT NULL CHECK (games_before >= 0),
    ms REAL NOT NULL CHECK (ms >= 0),
    gbest REAL,
    gbest_id INTEGER,
    best REAL,
    mean REAL,
    median REAL,
    p10 REAL,
    p90 REAL,
    spread REAL,
    noise REAL,
    diversity REAL,
    speed REAL,
    at_bounds REAL NOT NULL,
    positions BLOB NOT NULL CHECK (length(positions) > 0 AND length(positions) % 32 = 0), checksum INTEGER,
    PRIMARY KEY (run, iteration)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE validations (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run INTEGER NOT NULL REFERENCES runs ON DELETE CASCADE,
    subject TEXT NOT NULL CHECK (subject IN ('candidate', 'origin')),
    candidate INTEGER CHECK (candidate >= 0),
    position BLOB CHECK (length(position) % 8 = 0),
    iteration INTEGER NOT NULL CHECK (iteration >= 0),
    purpose TEXT NOT NULL CHECK (purpose IN ('select', 'report')),
    first INTEGER NOT NULL CHECK (first >= 0),
    games INTEGER NOT NULL CHECK (games > 0),
    summary TEXT NOT NULL DEFAULT 'null' CHECK (json_valid(summary)),
    created INTEGER NOT NULL CHECK (created >= 0), by_hand INTEGER NOT NULL DEFAULT 0 CHECK (by_hand IN (0, 1)), checksum INTEGER,
    CHECK ((subject = 'candidate') = (candidate IS NOT NULL)),
    CHECK ((subject = 'candidate') = (position IS NOT NULL))
  ) STRICT;
  CREATE INDEX validations_by_run ON validations (run);

  CREATE TABLE validation_games (
    validation INTEGER NOT NULL REFERENCES validations ON DELETE CASCADE,
    place INTEGER NOT NULL CHECK (place >= 0),
    score INTEGER NOT NULL CHECK (score >= 0),
    slides INTEGER NOT NULL CHECK (slides >= 0),
    max_rank INTEGER NOT NULL CHECK (max_rank BETWEEN 1 AND 17),
    ms REAL NOT NULL CHECK (ms >= 0), checksum INTEGER,
    PRIMARY KEY (validation, place)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE profile_drafts (
    profile INTEGER PRIMARY KEY REFERENCES profiles ON DELETE CASCADE,
    draft TEXT NOT NULL CHECK (json_valid(draft) AND length(draft) <= 1000000),
    updated INTEGER NOT NULL CHECK (updated >= 0)
  , checksum INTEGER) STRICT;

  CREATE TABLE bench_games (
    game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    nodes INTEGER NOT NULL CHECK (nodes >= 0),
    ms REAL NOT NULL CHECK (ms >= 0),
    first_slides TEXT NOT NULL CHECK (json_type(first_slides) = 'array')
  , checksum INTEGER) STRICT;

  CREATE TABLE game_values (
    game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
    place INTEGER NOT NULL CHECK (place >= 0),
    hash TEXT NOT NULL CHECK (length(hash) BETWEEN 1 AND 64),
    profile TEXT CHECK (length(profile) <= 80),
    player TEXT NOT NULL CHECK (json_valid(player)),
    first INTEGER NOT NULL CHECK (first >= 0),
    slide_values BLOB NOT NULL CHECK (length(slide_values) > 0 AND length(slide_values) % 8 = 0),
    depths BLOB CHECK (length(depths) = length(slide_values) / 8), checksum INTEGER,
    CHECK ((hash = 'unknown') = (player = 'null')),
    PRIMARY KEY (game, place),
    UNIQUE (game, hash)
  ) STRICT;

  CREATE TABLE current_values (
    place INTEGER NOT NULL CHECK (place >= 0),
    hash TEXT NOT NULL CHECK (length(hash) BETWEEN 1 AND 64),
    profile TEXT CHECK (length(profile) <= 80),
    player TEXT NOT NULL CHECK (json_valid(player)),
    first INTEGER NOT NULL CHECK (first >= 0),
    slide_values BLOB NOT NULL CHECK (length(slide_values) > 0 AND length(slide_values) % 8 = 0),
    depths BLOB CHECK (length(depths) = length(slide_values) / 8), checksum INTEGER,
    CHECK ((hash = 'unknown') = (player = 'null')),
    PRIMARY KEY (place),
    UNIQUE (hash)
  ) STRICT;

  CREATE TABLE damaged (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    origin TEXT NOT NULL,
    row_key TEXT NOT NULL,
    name TEXT,
    reason TEXT NOT NULL,
    content TEXT NOT NULL,
    found INTEGER NOT NULL CHECK (found >= 0),
    checksum INTEGER,
    UNIQUE (origin, row_key)
  ) STRICT;
`
