import type { EvaluationRow, EvaluationWindow } from '../../../../../core/contract/calls'
import { csvOf, jsonOf, type ChartTable } from '../../../ui/charts/chartTable'

const WINDOW = 1000
/** About 150 MB of text; a longer run leaves in ranges of iterations. */
const MOST_ROWS = 1_000_000

export interface EvaluationsFile {
  readonly parts: readonly string[]
  readonly rows: number
  /** There were more than a file takes. */
  readonly isCut: boolean
}

/**
 * The evaluations as a file, asked for window by window, each written before the next is asked for.
 *
 * @param ask for so many from an offset on, in an order that a run which goes on does not change
 * @param weights names of the tuned parameters
 * @param onRows hears how many are written; @returns whether to go on
 * @returns `undefined` when it was not to go on
 */
export async function evaluationsFile(
  ask: (offset: number, limit: number) => Promise<EvaluationWindow>,
  weights: readonly string[],
  format: 'csv' | 'json',
  onRows: (rows: number, total: number) => boolean,
): Promise<EvaluationsFile | undefined> {
  const parts: string[] = []
  let rows = 0
  for (;;) {
    const { rows: window, total } = await ask(rows, Math.min(WINDOW, MOST_ROWS - rows))
    const table = tableOf(window, weights)
    if (format === 'csv') parts.push(rows === 0 ? csvOf(table) : withoutHead(csvOf(table)))
    else if (window.length > 0) parts.push(rows === 0 ? '[' : ',', jsonOf(table).trim().slice(1, -1))
    rows += window.length
    if (!onRows(rows, total)) return undefined
    if (window.length === 0 || rows >= total || rows >= MOST_ROWS) {
      if (format === 'json') parts.push(rows === 0 ? '[]\n' : ']\n')
      return { parts, rows, isCut: rows < total && rows >= MOST_ROWS }
    }
  }
}

/** Columns are named as the contract names them: a file is for programs. */
function tableOf(rows: readonly EvaluationRow[], weights: readonly string[]): ChartTable {
  return {
    columns: [
      ...['id', 'iteration', 'purpose', 'particle', 'again', ...weights, 'fitness', 'standardError'],
      ...['mean', 'meanError', 'games', 'stopped', 'ms', 'error'],
    ],
    rows: rows.map(({ id, iteration, purpose, particle, again, fitness, standardError, ...row }) => [
      ...[id, iteration, purpose, particle, again, ...row.weights, fitness, standardError],
      ...[row.mean, row.meanError, row.games, Number(row.stopped), row.ms, row.error],
    ]),
  }
}

function withoutHead(csv: string): string {
  return csv.slice(csv.indexOf('\r\n') + 2)
}
