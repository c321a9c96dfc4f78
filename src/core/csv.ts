/**
 * The lab's one dialect of CSV: names of columns in the first row, commas, a line feed behind each row, an empty field for what is not
 * known. Numbers stand bare with every digit; texts are quoted, so that a position or a seed of 16 digits can be told from a number.
 */
import { number, string, stringQuoteOnlyIfNecessary } from '@json2csv/formatters'

export type CsvCell = number | string | null

export interface CsvTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly CsvCell[])[]
}

const name = stringQuoteOnlyIfNecessary()
const text = string()
const figure = number()

/** The first row, without its line feed. */
export function csvHead(columns: readonly string[]): string {
  return columns.map(name).join(',')
}

/** A row, without its line feed. */
export function csvRow(cells: readonly CsvCell[]): string {
  return cells.map(cell => (cell === null ? '' : typeof cell === 'string' ? text(cell) : figure(cell))).join(',')
}

export function csvOf({ columns, rows }: CsvTable): string {
  return [csvHead(columns), ...rows.map(csvRow), ''].join('\n')
}
