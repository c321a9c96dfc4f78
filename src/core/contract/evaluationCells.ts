import type { CsvCell } from '../csv'
import type { EvaluationRow } from './calls/tuning'

/** An evaluation as a row of a file: its own fields, the tuned weights, then the results of its games. */
export function evaluationCells(row: EvaluationRow): CsvCell[] {
  return [
    ...[row.id, row.iteration, row.purpose, row.particle, row.again, ...row.weights, row.fitness, row.standardError],
    ...[row.mean, row.meanError, row.games, Number(row.stopped), row.ms, row.error],
  ]
}
