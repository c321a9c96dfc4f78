/** Makes the data files of this folder that are missing. See README.md. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Database } from '../../../src/main/store/database'
import { migrate } from '../../../src/main/store/migrate'
import { MIGRATIONS } from '../../../src/main/store/migrations'

const EVALUATOR = JSON.stringify({ family: 'thesis', parameters: {}, variants: {} })

/** By version, what can be stored since then. */
const CONTENT: Readonly<Record<number, string>> = {
  1: `
    INSERT INTO profiles (name, title, notes, evaluator, settings, depth, tags, origin, statistics, created, updated, deleted) VALUES
      ('mine', 'My weights', 'Übung', '${EVALUATOR}', '{"leaf":"afterstate"}', '"distinct"', '["a","b"]', '{"made":"by hand"}', 'null', 1000, 2000, NULL),
      ('mine', 'An older one', '', '${EVALUATOR}', '{"leaf":"spawned"}', '3', '[]', 'null', '{"mean":1}', 500, 500, 900);
    INSERT INTO provenances (json) VALUES ('{"kernel":"abc"}'), ('{"kernel":"def"}');
    INSERT INTO batches (title, seed, games, profile, provenance, created, ended, summary) VALUES ('bench', 7, 3, 'thesis', 1, 3000, 4000, '{"mean":2}');
    INSERT INTO games (kind, profile, seed, start, start_score, score, slides, max_rank, board, over, created, started, ended, notes, provenance, batch, batch_index, deleted) VALUES
      ('bench', 'thesis', 11, NULL, 0, 200, 3, 5, '5000000000000000', 1, 3001, NULL, NULL, '', 1, 1, 0, NULL),
      ('bench', 'thesis', 12, NULL, 0, 300, 3, 5, '5000000000000001', 1, 3002, NULL, NULL, '', 1, 1, 1, NULL),
      ('person', NULL, 13, NULL, 0, 8, 2, 2, '2100000000000000', 0, 3003, 2900, 3000, 'Mein ÄRGER', 2, NULL, NULL, NULL),
      ('import', NULL, NULL, '1100000000000000', 4, 12, 1, 2, '2000000000000001', 0, 3004, NULL, NULL, '', 2, NULL, NULL, NULL),
      ('engine', 'power', 14, NULL, 0, 1, 1, 1, '1000000000000000', 0, 3005, NULL, NULL, 'gone', 2, NULL, NULL, 3500);
    INSERT INTO game_turns VALUES (3, x'010040', NULL, x'0000803f00000040'), (4, x'0151', x'000000000000f03f', NULL);
    INSERT INTO settings VALUES ('theme', '"dark"');
    INSERT INTO current_game VALUES (1, 13, 'seed', '1100000000000000', 0, 0, '00000000000000ff', x'01004051', 2);`,
  2: `
    INSERT INTO analyses (game, player, slides, done, created, updated) VALUES (3, '{"depth":1}', 2, 1, 5000, 5001);
    INSERT INTO analysis_values VALUES (1, 0, x'000000000000f03f000000000000004000000000000008400000000000001040');`,
  3: `
    INSERT INTO games (kind, profile, seed, start, start_score, score, slides, max_rank, board, over, created, started, ended, notes, provenance, batch, batch_index, words)
      VALUES ('engine', 'power', 15, NULL, 0, 40, 4, 4, '4000000000000001', 1, 6000, NULL, NULL, 'found', 2, NULL, NULL, 'power found 15');`,
  4: `UPDATE current_game SET slide_values = x'000000000000f03f00000000000000400000000000000840', about = '{"started":2900}';`,
  5: `
    UPDATE analyses SET profile = 'power', stamp = '{"version":"0.1.0"}';
    UPDATE analysis_values SET depths = x'03';
    INSERT INTO playouts (game, slide, move, player, profile, seed, stamp, done, created, updated)
      VALUES (3, 1, 'left', '{"depth":1}', 'power', 77, '{"version":"0.1.0"}', 2, 7000, 7001);
    INSERT INTO playout_scores VALUES (1, 0, x'0000000000005940'), (1, 1, x'0000000000006940');`,
  6: `
    INSERT INTO runs (name, config, state, goal, provenance, iterations, evaluations, failed, retried, games, ms, best, validated, created, started, ended, updated)
      VALUES ('An experiment', '{"seed":1}', 'paused', 'finish', 1, 1, 2, 1, 1, 1, 12.5, '{"id":0,"position":[0.5],"fitness":100,"evaluations":1}', 'null', 7000, 7001, NULL, 7002);
    INSERT INTO checkpoints VALUES (1, '{"optimizer":{"iteration":1}}');
    INSERT INTO evaluations VALUES
      (1, 0, 0, 'move', 0, NULL, x'000000000000e03f', x'000000000000f03f', 100, NULL, 100, NULL, 1, 0, 2.5, NULL),
      (1, 1, 0, 'move', 1, NULL, x'000000000000f03f', x'000000000000e0bf', NULL, NULL, NULL, NULL, 0, 0, 0, 'lost');
    INSERT INTO iterations VALUES (1, 0, 0, 2, 1, 1, 0, 12.5, 100, 0, 100, 100, 100, 100, 100, NULL, NULL, 0.25, 0.75, 0,
      x'000000000000e03f000000000000e83f000000000000e03f000000000000f03f');
    INSERT INTO validations (run, subject, candidate, position, iteration, purpose, first, games, summary, created)
      VALUES (1, 'candidate', 0, x'000000000000e03f', 1, 'report', 0, 2, 'null', 7003), (1, 'origin', NULL, NULL, 1, 'report', 0, 2, 'null', 7003);
    INSERT INTO validation_games VALUES (1, 1, 120, 30, 4, 1.5);`,
  7: `UPDATE current_game SET slide_ms = x'0000803f000000400000c07f';`,
  8: `
    INSERT INTO validations (run, subject, candidate, position, iteration, purpose, first, games, summary, created, by_hand)
      VALUES (1, 'candidate', 1, x'000000000000f03f', 1, 'report', 24, 20, 'null', 8000, 1);`,
  9: `INSERT INTO profile_drafts VALUES (1, '{"changes":{"notes":"more"},"base":{"notes":"Übung"}}', 8000);`,
}

for (const { version } of MIGRATIONS) {
  const file = fileURLToPath(new URL(`v${version}.db`, import.meta.url))
  if (existsSync(file)) continue
  const db = new Database(file, 'write')
  db.exec('PRAGMA journal_mode = WAL')
  for (let step = 1; step <= version; step++) {
    migrate(db, step)
    db.exec(CONTENT[step]!)
  }
  db.close()
  console.log(`made ${file}`)
}
