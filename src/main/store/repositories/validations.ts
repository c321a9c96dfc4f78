import type { NewValidation, StoredValidation, ValidationGame } from '../../../core/contract/storedRuns'
import type { Database, Row } from '../database'
import { floats64Of } from './floats'

/** Games of candidates of runs on unseen seeds. They go on where they stopped: each game is kept as it ends. */
export class Validations {
  constructor(private readonly db: Database) {}

  /** In the order they were begun. */
  list(run: number): StoredValidation[] {
    const sql = `SELECT *, (SELECT count(*) FROM validation_games WHERE validation = validations.id) AS done
      FROM sound_validations AS validations WHERE run = $run ORDER BY id`
    return this.db.all(sql, { run }).map(validationOf)
  }

  /** The games that were played, in the order of their seeds. */
  games(validation: number): ValidationGame[] {
    const rows = this.db.all('SELECT * FROM sound_validation_games WHERE validation = $validation ORDER BY place', { validation })
    return rows.map(row => ({
      place: row['place'] as number,
      score: row['score'] as number,
      slides: row['slides'] as number,
      maxRank: row['max_rank'] as number,
      ms: row['ms'] as number,
    }))
  }

  /** All of them or none. */
  begin(validations: readonly NewValidation[]): void {
    this.db.transaction(() => {
      for (const { position, from, byHand, ...rest } of validations)
        this.db.run(
          `INSERT INTO validations (run, subject, candidate, position, iteration, purpose, first, games, created, by_hand)
           VALUES ($run, $subject, $candidate, $position, $iteration, $purpose, $from, $games, $now, $byHand)`,
          { ...rest, from, byHand: Number(byHand), position: position && Float64Array.from(position), now: Date.now() },
        )
    })
  }

  /** @param summary of all its games, with the last of them */
  addGames(validation: number, games: readonly ValidationGame[], ms: number, summary?: unknown): void {
    this.db.transaction(() => {
      for (const { place, score, slides, maxRank, ms } of games)
        this.db.run(
          'INSERT INTO validation_games (validation, place, score, slides, max_rank, ms) VALUES ($validation, $place, $score, $slides, $maxRank, $ms)',
          {
            ...{ validation, place, score, slides, maxRank, ms },
          },
        )
      if (summary !== undefined)
        this.db.run('UPDATE validations SET summary = $json WHERE id = $validation', {
          validation,
          json: JSON.stringify(summary),
        })
      this.db.run(
        `UPDATE runs SET ms = ms + $ms, updated = $now WHERE id = (SELECT run FROM validations WHERE id = $validation)`,
        { validation, ms, now: Date.now() },
      )
    })
  }
}

function validationOf(row: Row): StoredValidation {
  const position = floats64Of(row['position'])
  return {
    id: row['id'] as number,
    run: row['run'] as number,
    subject: row['subject'] as StoredValidation['subject'],
    candidate: row['candidate'] as number | null,
    position: position && [...position],
    iteration: row['iteration'] as number,
    purpose: row['purpose'] as StoredValidation['purpose'],
    byHand: row['by_hand'] === 1,
    from: row['first'] as number,
    games: row['games'] as number,
    done: row['done'] as number,
    summary: JSON.parse(row['summary'] as string) as unknown,
    created: row['created'] as number,
  }
}
