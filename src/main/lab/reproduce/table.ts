import type { CsvCell, CsvTable } from '../../../core/csv'
import type { Results } from './results'
import type { Row } from './rows'

export interface TableRow {
  /** The values of its variables, which name it on a page. */
  readonly key: string
  readonly cells: readonly string[]
  readonly verdict?: 'ahead' | 'behind' | 'even'
}

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly TableRow[]
}

/** What figures are computed from. */
export interface Sources {
  /** Name of the study. */
  readonly name: string
  /** What `lab reproduce` was given: the study, and its limits. */
  readonly words: string
  readonly results: Results
  /** All rows of the study. */
  readonly rows: readonly Row[]
}

/** A table with its numbers as CSV has them: without commas, so that a program reads them. */
export function csvTable({ head, rows }: Table): CsvTable {
  return { columns: head, rows: rows.map(({ cells }) => cells.map(csvCell)) }
}

/** A long row of digits, as a position is, stays a text. */
function csvCell(cell: string): CsvCell {
  if (cell === '') return null
  const isNumber = /^[−-]?(0|[1-9]\d{0,14}|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/.test(cell)
  return isNumber ? Number(cell.replaceAll(',', '').replace('−', '-')) : cell
}

/** A table with aligned columns. */
export function markdown({ head, rows }: Table): string {
  const lines = [head, ...rows.map(({ cells }) => cells)]
  const widths = head.map((_, column) => Math.max(3, ...lines.map(line => line[column]!.length)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  const rule = `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`
  return [line(head), rule, ...rows.map(({ cells }) => line(cells))].join('\n')
}
