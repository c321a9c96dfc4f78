import type { Migration } from './migration'

/**
 * Tuning runs. What is read often and changes often is in `runs`, the optimiser's snapshot apart. An evaluation of four weights takes
 * about 200 bytes with its index, a batch about 350.
 */
export const runs: Migration = {
  version: 6,
  up: db => db.exec(SQL),
}

const SQL = `
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
  ) STRICT;
  CREATE INDEX runs_by_provenance ON runs (provenance);

  CREATE TABLE checkpoints (
    run INTEGER PRIMARY KEY REFERENCES runs ON DELETE CASCADE,
    snapshot TEXT NOT NULL CHECK (json_valid(snapshot))
  ) STRICT;

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
    error TEXT,
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
    positions BLOB NOT NULL CHECK (length(positions) > 0 AND length(positions) % 32 = 0),
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
    created INTEGER NOT NULL CHECK (created >= 0),
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
    ms REAL NOT NULL CHECK (ms >= 0),
    PRIMARY KEY (validation, place)
  ) STRICT, WITHOUT ROWID;
`
