import type { EvaluationRow, EvaluationWindow } from '../../../../../core/contract/calls'
import { evaluationCells } from '../../../../../core/contract/calls/tuning'
import { csvOf, csvRow } from '../../../../../core/csv'
import { jsonOf, type ChartTable } from '../../../ui/charts/chartTheme'

const WINDOW = 1000
/** About 150 MB of text; save a longer run in ranges of iterations. */
const MOST_ROWS = 1_000_000

export interface EvaluationsFile {
  readonly parts: readonly string[]
  readonly rows: number
  /** Whether there were more than a file takes. */
  readonly isCut: boolean
}

/**
 * The evaluations as a file, requested window by window, each written before the next is requested.
 * @param ask returns a number of rows from an offset on, in an order that a running run does not change
 * @param weights names of the tuned parameters
 * @param onRows receives the number of rows written
 */
export async function evaluationsFile(
  ask: (offset: number, limit: number) => Promise<EvaluationWindow>,
  weights: readonly string[],
  format: 'csv' | 'json',
  onRows: (rows: number) => void,
): Promise<EvaluationsFile> {
  const parts: string[] = []
  let rows = 0
  for (;;) {
    const { rows: window, total } = await ask(rows, Math.min(WINDOW, MOST_ROWS - rows))
    const table = tableOf(window, weights)
    if (format === 'csv') parts.push(rows === 0 ? csvOf(table) : table.rows.map(row => `${csvRow(row)}\n`).join(''))
    else if (window.length > 0) parts.push(rows === 0 ? '[' : ',', jsonOf(table).trim().slice(1, -1))
    rows += window.length
    onRows(rows)
    if (window.length === 0 || rows >= total || rows >= MOST_ROWS) {
      if (format === 'json') parts.push(rows === 0 ? '[]\n' : ']\n')
      return { parts, rows, isCut: rows < total && rows >= MOST_ROWS }
    }
  }
}

/** Columns are named as in the contract: a file is for programs. */
function tableOf(rows: readonly EvaluationRow[], weights: readonly string[]): ChartTable {
  return {
    columns: [
      ...['id', 'iteration', 'purpose', 'particle', 'again', ...weights, 'fitness', 'standardError'],
      ...['mean', 'meanError', 'games', 'stopped', 'ms', 'error'],
    ],
    rows: rows.map(evaluationCells),
  }
}
