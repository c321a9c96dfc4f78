/** Makes the data files of this folder that are missing. See README.md. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Database } from '../../../src/main/store/database'
import { migrate } from '../../../src/main/store/migrate'
import { sealAll } from '../../../src/main/store/soundness/setAside'
import { MIGRATIONS } from '../../../src/main/store/migrations'

const EVALUATOR = JSON.stringify({ family: 'thesis', parameters: {}, variants: {} })

/** By version, what can be stored since then. */
const CONTENT: Readonly<Record<number, string>> = {
  12: `
    INSERT INTO profiles (name, title, notes, evaluator, settings, depth, tags, origin, statistics, created, updated, deleted) VALUES
      ('mine', 'My weights', 'Übung', '${EVALUATOR}', '{"leaf":"afterstate"}', '"distinct"', '["a","b"]', '{"made":"by hand"}', 'null', 1000, 2000, NULL),
      ('mine', 'An older one', '', '${EVALUATOR}', '{"leaf":"spawned"}', '3', '[]', 'null', '{"mean":1}', 500, 500, 900);
    INSERT INTO profile_drafts (profile, draft, updated) VALUES (1, '{"changes":{"notes":"more"},"base":{"notes":"Übung"}}', 8000);
    INSERT INTO provenances (json) VALUES ('{"kernel":"abc"}'), ('{"kernel":"def"}');
    INSERT INTO batches (title, seed, games, profile, provenance, created, ended, summary, progress) VALUES
      ('bench', 7, 3, 'thesis', 1, 3000, 4000, '{"mean":2}', NULL),
      ('bench of power', 8, 2, 'power', 1, 9000, NULL, 'null', '{"seconds":1.5,"times":{"counts":[[3,4]]}}');
    INSERT INTO games (kind, profile, seed, start, start_score, score, slides, max_rank, board, over, created, started, ended, notes, provenance, batch, batch_index, deleted, words) VALUES
      ('bench', 'thesis', 11, NULL, 0, 200, 3, 5, '5000000000000000', 1, 3001, NULL, NULL, '', 1, 1, 0, NULL, 'thesis  11'),
      ('bench', 'thesis', 12, NULL, 0, 300, 3, 5, '5000000000000001', 1, 3002, NULL, NULL, '', 1, 1, 1, NULL, 'thesis  12'),
      ('person', NULL, 13, NULL, 0, 8, 2, 2, '2100000000000000', 0, 3003, 2900, 3000, 'Mein ÄRGER', 2, NULL, NULL, NULL, ' mein ärger 13'),
      ('import', NULL, NULL, '1100000000000000', 4, 12, 1, 2, '2000000000000001', 0, 3004, NULL, NULL, '', 2, NULL, NULL, NULL, '  '),
      ('engine', 'power', 14, NULL, 0, 1, 1, 1, '1000000000000000', 0, 3005, NULL, NULL, 'gone', 2, NULL, NULL, 3500, 'power gone 14'),
      ('engine', 'power', 15, NULL, 0, 40, 4, 4, '4000000000000001', 1, 6000, NULL, NULL, 'found', 2, NULL, NULL, NULL, 'power found 15'),
      ('bench', 'power', 16, NULL, 0, 40, 4, 4, '4000000000000001', 1, 9001, NULL, NULL, '', 1, 2, 1, NULL, 'power  16');
    INSERT INTO game_turns (game, turns, slide_ms) VALUES (3, x'010040', x'0000803f00000040'), (4, x'0151', NULL);
    INSERT INTO game_values (game, place, hash, profile, player, first, slide_values, depths) VALUES
      (4, 0, 'unknown', NULL, 'null', 0, x'000000000000f03f', NULL),
      (4, 1, 'ab', 'thesis', '{"a":1}', 1, x'0000000000000040', x'05');
    INSERT INTO bench_games (game, nodes, ms, first_slides) VALUES (7, 12, 2.5, '[null,0,0,2,4]');
    INSERT INTO settings (name, json) VALUES ('theme', '"dark"');
    INSERT INTO current_game (id, seed, origin, start, start_score, start_slides, random, turns, played, about, slide_ms) VALUES
      (1, 13, 'seed', '1100000000000000', 0, 0, '00000000000000ff', x'01004051', 2, '{"started":2900}', x'0000803f000000400000c07f');
    INSERT INTO current_values (place, hash, profile, player, first, slide_values, depths) VALUES
      (0, 'unknown', NULL, 'null', 0, x'000000000000f03f00000000000000400000000000000840', NULL);
    INSERT INTO analyses (game, player, slides, done, created, updated, profile, stamp) VALUES
      (3, '{"depth":1}', 2, 1, 5000, 5001, 'power', '{"version":"0.1.0"}');
    INSERT INTO analysis_values (analysis, first, slide_values, depths) VALUES
      (1, 0, x'000000000000f03f000000000000004000000000000008400000000000001040', x'03');
    INSERT INTO playouts (game, slide, move, player, profile, seed, stamp, done, created, updated) VALUES
      (3, 1, 'left', '{"depth":1}', 'power', 77, '{"version":"0.1.0"}', 2, 7000, 7001);
    INSERT INTO playout_scores (playouts, first, scores) VALUES (1, 0, x'0000000000005940'), (1, 1, x'0000000000006940');
    INSERT INTO runs (name, config, state, goal, provenance, iterations, evaluations, failed, retried, games, ms, best, validated, created, started, ended, updated) VALUES
      ('An experiment', '{"seed":1}', 'paused', 'finish', 1, 1, 2, 1, 1, 1, 12.5, '{"id":0,"position":[0.5],"fitness":100,"evaluations":1}', 'null', 7000, 7001, NULL, 7002);
    INSERT INTO checkpoints (run, snapshot) VALUES (1, '{"optimizer":{"iteration":1}}');
    INSERT INTO evaluations (run, id, iteration, purpose, particle, again, position, velocity, fitness, standard_error, mean, mean_error, games, stopped, ms, error) VALUES
      (1, 0, 0, 'move', 0, NULL, x'000000000000e03f', x'000000000000f03f', 100, NULL, 100, NULL, 1, 0, 2.5, NULL),
      (1, 1, 0, 'move', 1, NULL, x'000000000000f03f', x'000000000000e0bf', NULL, NULL, NULL, NULL, 0, 0, 0, 'lost');
    INSERT INTO iterations (run, iteration, first, evaluations, failed, games, games_before, ms, gbest, gbest_id, best, mean, median, p10, p90, spread, noise, diversity, speed, at_bounds, positions) VALUES
      (1, 0, 0, 2, 1, 1, 0, 12.5, 100, 0, 100, 100, 100, 100, 100, NULL, NULL, 0.25, 0.75, 0, x'000000000000e03f000000000000e83f000000000000e03f000000000000f03f');
    INSERT INTO validations (run, subject, candidate, position, iteration, purpose, first, games, summary, created, by_hand) VALUES
      (1, 'candidate', 0, x'000000000000e03f', 1, 'report', 0, 2, 'null', 7003, 1),
      (1, 'origin', NULL, NULL, 1, 'report', 0, 2, 'null', 7003, 0),
      (1, 'candidate', 1, x'000000000000f03f', 1, 'report', 24, 20, 'null', 8000, 1);
    INSERT INTO validation_games (validation, place, score, slides, max_rank, ms) VALUES (1, 1, 120, 30, 4, 1.5);
    INSERT INTO damaged (origin, row_key, name, reason, content, found) VALUES
      ('profiles', '7', 'lost', 'its checksum does not match its content', '{"name":{"type":"text","hex":"6c6f7374","text":"lost"}}', 9000);`,
  13: `
    INSERT INTO comparisons (rule, created, result) VALUES ('{"games":2,"margin":10,"players":2}', 9500, 'null');
    INSERT INTO batches (title, seed, games, profile, provenance, created, ended, summary, progress, comparison, place) VALUES
      ('power@depth=0', 9, 2, 'power', 2, 9500, NULL, 'null', '{"seconds":1,"times":{"counts":[]}}', 1, 1),
      ('thesis', 9, 2, 'thesis', 1, 9500, NULL, 'null', '{"seconds":1,"times":{"counts":[]}}', 1, 0);`,
  14: `
    INSERT INTO validation_games (validation, place, score, slides, max_rank, wins, ms) VALUES (2, 0, -2.5, 80, NULL, 0.25, 3.5);`,
  15: `
    INSERT INTO line_runs (kind, key, title, head, state, problem, created, updated, deleted) VALUES
      ('squares', '1', 'Some squares', '{"count":3}', 'finished', 'null', 9600, 9700, NULL),
      ('squares', '2', 'More squares', '{"count":4}', 'failed', '{"code":"WORKER_LOST","message":"a thread died"}', 9610, 9710, NULL),
      ('squares', '1', 'The first ones', '{"count":2}', 'paused', 'null', 9500, 9500, 9550);
    INSERT INTO run_lines (run, number, line) VALUES
      (1, 0, '{"n":0,"square":0}'), (1, 1, '{"n":1,"square":1}'), (1, 2, '{"n":2,"square":4}'), (2, 2, '{"n":2,"square":4}');`,
  16: `
    INSERT INTO playouts (game, slide, move, player, profile, seed, stamp, done, wanted, created, updated) VALUES
      (3, 1, 'up', '{"depth":1}', 'power', 77, '{"version":"0.1.0"}', 0, 40, 7000, 7001);`,
  17: `
    INSERT INTO side_lines (game, place, of_line, after, turns) VALUES (4, 0, NULL, 0, x'010040'), (4, 1, 0, 1, x'0151');`,
  18: `
    UPDATE analyses SET looked = 1 WHERE id = 1;
    INSERT INTO exercises (game, analysis, slide, board, move, kinds, loss, successes, due) VALUES
      (3, 1, 1, '1100000000000000', 'left', 'corner,row', 0.125, 2, 20500), (3, 1, 2, '2100000000000000', 'up', '', NULL, 0, NULL);
    INSERT INTO exercise_days (day, done) VALUES (20496, 2), (20497, 1);`,
}

for (const { version } of MIGRATIONS) {
  const file = fileURLToPath(new URL(`v${version}.db`, import.meta.url))
  if (existsSync(file)) continue
  const db = new Database(file, 'write')
  db.exec('PRAGMA journal_mode = WAL')
  for (const step of MIGRATIONS.filter(each => each.version <= version)) {
    migrate(db, step.version)
    db.exec(CONTENT[step.version]!)
    db.transaction(() => sealAll(db))
  }
  db.close()
  console.log(`made ${file}`)
}
