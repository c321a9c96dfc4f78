import type { NewValidation, StoredValidation, ValidationGame } from '../../../core/contract/storedRuns'
import type { Database, Row } from '../database'
import { fieldsOf, insertRow, jsonOf } from '../fields'
import { floats64Of } from './floats'

/** Games of candidates of runs on unseen seeds. A validation can be continued: each game is saved when it ends. */
export class Validations {
  constructor(private readonly db: Database) {}

  /** In the order they were started. */
  list(run: number): StoredValidation[] {
    const sql = `SELECT *, (SELECT count(*) FROM validation_games WHERE validation = validations.id) AS done
      FROM sound_validations AS validations WHERE run = $run ORDER BY id`
    return this.db.all(sql, { run }).map(validationOf)
  }

  /** The finished games, in the order of their seeds. */
  games(validation: number): ValidationGame[] {
    const rows = this.db.all('SELECT * FROM sound_validation_games WHERE validation = $validation ORDER BY place', { validation })
    return rows.map(row => fieldsOf<ValidationGame>(row, 'validation'))
  }

  /** All or nothing. */
  begin(validations: readonly NewValidation[]): void {
    this.db.transaction(() => {
      for (const { position, from, byHand, ...rest } of validations) {
        const stored = { position: position && Float64Array.from(position), first: from, byHand: Number(byHand) }
        insertRow(this.db, 'validations', { ...rest, ...stored, created: Date.now() })
      }
    })
  }

  /** @param summary of all games of the validation, passed with the last of them */
  addGames(validation: number, games: readonly ValidationGame[], ms: number, summary?: unknown): void {
    this.db.transaction(() => {
      for (const game of games) insertRow(this.db, 'validation_games', { validation, ...game })
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
    ...fieldsOf<StoredValidation>(row, 'first'),
    position: position && [...position],
    byHand: row['by_hand'] === 1,
    from: row['first'] as number,
    summary: jsonOf(row['summary']),
  }
}
