import type { Database, Row } from '../database'
import { floats64Of } from '../floats'
import type { Migration } from './migration'

/**
 * Tells what a person had validated from what was validated to say what the best is worth, which before were both reports, and settings that say
 * nothing of what they measure are asked for no more.
 */
export const validationsByHand: Migration = {
  version: 8,
  up: db => {
    db.exec(SQL)
    for (const { id } of db.all('SELECT id FROM runs')) tellValidated(db, id as number)
  },
}

/**
 * Of an older version a report is of the choice where its candidate came out first in the games that chose between the best few of the
 * same batch. Intervals of more than 99 % were told from too few resamples, and fewer than 20 games have no interval to speak of: runs that go
 * on do so within what is allowed now. A choice between candidates that has not come to a report begins anew where the report will have more
 * games, as some of those would be games of the choice.
 */
const SQL = `
  ALTER TABLE validations ADD COLUMN by_hand INTEGER NOT NULL DEFAULT 0 CHECK (by_hand IN (0, 1));
  UPDATE validations SET by_hand = 1 WHERE subject = 'candidate' AND purpose = 'report' AND candidate IS NOT (
    SELECT chosen.candidate FROM validations AS chosen
    WHERE chosen.run = validations.run AND chosen.iteration = validations.iteration AND chosen.purpose = 'select'
    ORDER BY json_extract(chosen.summary, '$.fitness') DESC, chosen.id LIMIT 1);
  CREATE TEMP TABLE begun AS SELECT id FROM validations WHERE by_hand = 0
    AND run IN (SELECT id FROM runs WHERE json_extract(config, '$.validation.games') < 20)
    AND NOT EXISTS (SELECT 1 FROM validations AS report WHERE report.run = validations.run AND report.iteration = validations.iteration
      AND report.candidate IS NOT NULL AND report.purpose = 'report' AND report.by_hand = 0 AND report.summary != 'null');
  DELETE FROM validation_games WHERE validation IN begun;
  DELETE FROM validations WHERE id IN begun;
  DROP TABLE begun;
  UPDATE runs SET config = json_set(config, '$.validation.level', 0.99) WHERE json_extract(config, '$.validation.level') > 0.99;
  UPDATE runs SET config = json_set(config, '$.validation.games', 20) WHERE json_extract(config, '$.validation.games') < 20;
`

/** What is told of a run is its last choice again. */
function tellValidated(db: Database, run: number): void {
  const report = db.one(
    `SELECT candidate, position, games, summary FROM validations
     WHERE run = $run AND subject = 'candidate' AND purpose = 'report' AND by_hand = 0 AND summary != 'null' ORDER BY id DESC LIMIT 1`,
    { run },
  )
  db.run('UPDATE runs SET validated = $validated WHERE id = $run', {
    run,
    validated: JSON.stringify(report ? told(report) : null),
  })
}

function told({ candidate, position, games, summary }: Row) {
  const { mean, interval } = JSON.parse(summary as string) as { mean: number; interval: [number, number] }
  return { candidate, position: [...floats64Of(position)!], games, mean, interval }
}
