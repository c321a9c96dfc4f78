import type { EvaluationFilter, EvaluationQuery } from '../../../core/contract/calls/tuning'
import type {
  EvaluationSort,
  NewValidation,
  StoredEvaluation,
  StoredIteration,
  StoredValidation,
  ValidationGame,
} from '../../../core/contract/storedRuns'
import { rowsAfter } from '../../../core/growingColumns'
import type { Database, Row } from '../database'
import { fieldsOf, floats64Of, insertRow, jsonOf } from '../fields'

const COLUMN: Readonly<Record<EvaluationSort, string>> = {
  id: 'id',
  fitness: 'fitness',
  mean: 'mean',
  standardError: 'standard_error',
  games: 'games',
  ms: 'ms',
}

/** The evaluations of a run with the listed numbers, and the best few; an index serves it. */
const SAMPLE_SQL = `
  SELECT evaluations.* FROM (
    SELECT value AS id FROM json_each($ids)
    UNION SELECT id FROM (
      SELECT id FROM evaluations WHERE run = $run AND fitness IS NOT NULL ORDER BY fitness DESC, id DESC LIMIT $best
    ) WHERE id > $after
  ) AS wanted
  CROSS JOIN sound_evaluations AS evaluations ON run = $run AND evaluations.id = wanted.id WHERE fitness IS NOT NULL ORDER BY wanted.id`

/**
 * Evaluations of runs, and their batches; `Runs.advance` adds to them. Pages by number or fitness are read from an index; for
 * other columns the evaluations of the run are sorted, which takes a tenth of a second for 100,000.
 */
export class Evaluations {
  constructor(private readonly db: Database) {}

  /** Equal keys are ordered by number; rows without a value come last. */
  window({ run, sort, descending, offset, limit, ...filter }: EvaluationQuery): StoredEvaluation[] {
    const { where, parameters } = conditions(run, filter)
    const [column, order] = [COLUMN[sort], descending ? 'DESC' : 'ASC']
    // the numbers first: skipped rows are then read from an index only, if there is one
    const sql = `SELECT id FROM evaluations WHERE ${where} ORDER BY ${column} ${order} NULLS LAST, id ${order} LIMIT $limit OFFSET $offset`
    const ids = this.db.all(sql, { ...parameters, limit, offset })
    return ids.flatMap(({ id }) => {
      const row = this.db.one('SELECT * FROM sound_evaluations WHERE run = $run AND id = $id', { run, id: id as number })
      return row ? [evaluationOf(row)] : []
    })
  }

  count(run: number, filter: EvaluationFilter): number {
    const { where, parameters } = conditions(run, filter)
    return this.db.one(`SELECT count(*) AS count FROM evaluations WHERE ${where}`, parameters)!['count'] as number
  }

  /** Evaluations `first` … `first + count − 1` that exist, in order. */
  range(run: number, first: number, count: number): StoredEvaluation[] {
    return this.db
      .all('SELECT * FROM sound_evaluations WHERE run = $run AND id >= $first AND id < $end ORDER BY id', {
        run,
        first,
        end: first + count,
      })
      .map(evaluationOf)
  }

  /**
   * Evaluations that did not fail, in order: those after one, as `rowsAfter` says, and those of the `best` that come after it.
   * @param last of all
   */
  sample(run: number, { after, last, step, best }: SampleQuery): StoredEvaluation[] {
    const ids = JSON.stringify(rowsAfter(after, last, step))
    return this.db.all(SAMPLE_SQL, { run, ids, best, after }).map(evaluationOf)
  }

  /** Batches with these numbers, as far as they exist. */
  iterations(run: number, numbers: readonly number[]): StoredIteration[] {
    // CROSS: forces a lookup of each number, whatever SQLite's planner prefers
    const sql = `SELECT iterations.* FROM json_each($numbers) AS wanted
      CROSS JOIN sound_iterations AS iterations ON run = $run AND iteration = wanted.value`
    return this.db.all(sql, { run, numbers: JSON.stringify(numbers) }).map(iterationOf)
  }

  iteration(run: number, iteration: number): StoredIteration | undefined {
    return this.iterations(run, [iteration])[0]
  }
}

/** Which evaluations a chart draws. */
interface SampleQuery {
  readonly after: number
  readonly last: number
  readonly step: number
  readonly best: number
}

function conditions(run: number, { from, to, failed, stopped, minFitness, ids }: EvaluationFilter) {
  const where = ['run = $run']
  const parameters: Record<string, number | string> = { run }
  const add = (condition: string, name: string, value: number | string | undefined) => {
    if (value === undefined) return
    where.push(condition)
    parameters[name] = value
  }
  add('iteration >= $from', 'from', from)
  add('iteration <= $to', 'to', to)
  add('fitness >= $minFitness', 'minFitness', minFitness)
  add('id IN (SELECT value FROM json_each($ids))', 'ids', ids && JSON.stringify(ids))
  add('stopped = $stopped', 'stopped', stopped === undefined ? undefined : Number(stopped))
  if (failed !== undefined) where.push(`fitness IS ${failed ? '' : 'NOT '}NULL`)
  return { where: where.join(' AND '), parameters }
}

export function insertEvaluation(db: Database, run: number, { stopped, ...rest }: StoredEvaluation): void {
  insertRow(db, 'evaluations', { run, ...rest, stopped: Number(stopped) })
}

export function insertIteration(db: Database, run: number, iteration: StoredIteration): void {
  insertRow(db, 'iterations', { run, ...iteration })
}

function evaluationOf(row: Row): StoredEvaluation {
  return {
    ...fieldsOf<StoredEvaluation>(row, 'run'),
    position: floats64Of(row['position'])!,
    velocity: floats64Of(row['velocity']),
    stopped: row['stopped'] === 1,
  }
}

function iterationOf(row: Row): StoredIteration {
  return { ...fieldsOf<StoredIteration>(row, 'run'), positions: floats64Of(row['positions'])! }
}

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
