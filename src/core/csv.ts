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

/** A table of texts for a paper; the first text of a row is its name. */
export interface TextTable {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** @param notes lines below the table */
export function markdownOf({ heads, rows }: TextTable, notes: readonly string[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdown).join(' | ')} |`
  const rule = `| ${heads.map((_, i) => (i === 0 ? '---' : '---:')).join(' | ')} |`
  return [line(heads), rule, ...rows.map(row => line(row)), '', ...notes.map(markdown), ''].join('\n')
}

/** @param notes comments above the table, whose package is booktabs */
export function latexOf({ heads, rows }: TextTable, notes: readonly string[]): string {
  const line = (cells: readonly string[]) => `  ${cells.map(latex).join(' & ')} \\\\`
  return [
    ...notes.map(note => `% ${note}`),
    `\\begin{tabular}{l${'r'.repeat(heads.length - 1)}}`,
    '  \\toprule',
    line(heads),
    '  \\midrule',
    ...rows.map(row => line(row)),
    '  \\bottomrule',
    '\\end{tabular}',
    '',
  ].join('\n')
}

function markdown(text: string): string {
  return text.replaceAll(/[\\|`*_[\]<>~&#]/g, '\\$&')
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '−': '$-$',
  '–': '--',
  '\u00a0': '~',
  '±': '$\\pm$',
  '·': '$\\cdot$',
}

function latex(text: string): string {
  return text.replaceAll(/[\\~^<>|−–\u00a0±·&%$#_{}]/g, sign => LATEX[sign] ?? `\\${sign}`)
}
