/**
 * The lab's one dialect of CSV: column names in the first row, commas, a line feed after each row, an empty field for an unknown
 * value. Numbers are unquoted, with every digit. Texts are quoted, so that a position or a seed of 16 digits cannot be mistaken
 * for a number.
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
