import type { EvaluationFilter, EvaluationQuery } from '../../../core/contract/calls/tuning'
import type { EvaluationSort, StoredEvaluation, StoredIteration } from '../../../core/contract/storedRuns'
import type { Database, Row } from '../database'
import { fieldsOf, insertRow } from '../fields'
import { floats64Of } from './floats'

const COLUMN: Readonly<Record<EvaluationSort, string>> = {
  id: 'id',
  fitness: 'fitness',
  mean: 'mean',
  standardError: 'standard_error',
  games: 'games',
  ms: 'ms',
}

/** Best evaluations in every sample, or half of a smaller sample. */
const BEST_OF_SAMPLE = 200

/** The evaluations of a run with the listed numbers, and the best few; an index serves it. */
const SAMPLE_SQL = `
  SELECT evaluations.* FROM (
    SELECT value AS id FROM json_each($ids)
    UNION SELECT id FROM (
      SELECT id FROM evaluations WHERE run = $run AND fitness IS NOT NULL ORDER BY fitness DESC, id DESC LIMIT $best
    )
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
   * Evaluations that did not fail, at most `points`, in order: all of them, or an evenly thinned sample with the best, which a
   * chart must show.
   * @param count of all
   */
  sample(run: number, count: number, points: number): StoredEvaluation[] {
    const best = count <= points ? 0 : Math.min(BEST_OF_SAMPLE, Math.floor(points / 2))
    const ids = JSON.stringify(spread(0, count - 1, points - best))
    return this.db.all(SAMPLE_SQL, { run, ids, best }).map(evaluationOf)
  }

  /** An evenly thinned sample by rank of the best `of`, at most `points`, in order. */
  best(run: number, of: number, points: number): StoredEvaluation[] {
    const step = Math.max(1, Math.ceil(of / points))
    const sql = `
      SELECT * FROM sound_evaluations WHERE run = $run AND id IN (
        SELECT id FROM (
          SELECT id, row_number() OVER (ORDER BY fitness DESC) - 1 AS rank FROM evaluations
          WHERE run = $run AND fitness IS NOT NULL ORDER BY fitness DESC LIMIT $of
        ) WHERE rank % $step = 0
      ) ORDER BY id`
    return this.db.all(sql, { run, of, step }).map(evaluationOf)
  }

  /** At most `points` of the batches `from` … `to`, evenly thinned; always includes the last. */
  iterations(run: number, from: number, to: number, points: number): StoredIteration[] {
    // CROSS: forces a lookup of each number, whatever SQLite's planner prefers
    const sql = `SELECT iterations.* FROM json_each($numbers) AS wanted
      CROSS JOIN sound_iterations AS iterations ON run = $run AND iteration = wanted.value`
    return this.db.all(sql, { run, numbers: JSON.stringify(spread(from, to, points)) }).map(iterationOf)
  }

  iteration(run: number, iteration: number): StoredIteration | undefined {
    return this.iterations(run, iteration, iteration, 1)[0]
  }
}

/** At most `points` whole numbers from … to, ascending, evenly spaced, including both ends. */
function spread(from: number, to: number, points: number): number[] {
  const count = Math.max(0, to - from + 1)
  if (count <= points) return Array.from({ length: count }, (_, i) => from + i)
  return Array.from({ length: points }, (_, i) => from + Math.round((i * (count - 1)) / (points - 1)))
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
