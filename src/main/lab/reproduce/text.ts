/** Texts of figures in tables of results. */
import type { LabError } from '../../../core/errors'
import { fixedDecimals, numberText } from '../../../core/numberText'
import { quoted } from '../../../core/quoted'
import { badSetting } from '../../../core/settingChecks'
import { FEWEST_GAMES, tInterval, wilsonInterval, type Interval } from '../../../core/stats/intervals'
import { mean } from '../../../core/stats/summary'
import type { CsvCell, CsvTable } from '../../../core/csv'
import type { Results } from './results'
import type { Row } from './rows'

/** @returns {LabError} `BAD_SETTING` */
export function unknownFigure(id: string): LabError {
  return badSetting('columns', `${quoted(id)} is not a figure of this part`)
}

export function whole(value: number): string {
  return numberText(value, 'integer')
}

export function decimals(value: number, digits: 1 | 2): string {
  return numberText(value, fixedDecimals(digits))
}

/** Small means differ in their first decimal. */
export function oneOrWhole(value: number): string {
  return value < 1000 ? numberText(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : whole(value)
}

export function percent(share: number): string {
  return `${whole(100 * share)} %`
}

export function between([low, high]: Interval, text: (value: number) => string = whole): string {
  return `[${text(low)} – ${text(high)}]`
}

export function percents(interval: Interval): string {
  return between(interval, share => whole(100 * share))
}

/** The mean of whole numbers with its 95 % interval, Student's by default, or the numbers themselves if they are few. */
export function meanText(
  values: readonly number[],
  { interval = tInterval, text = whole }: { interval?: (values: readonly number[]) => Interval; text?: typeof whole } = {},
): string {
  const all = text(mean([...values]))
  return values.length < FEWEST_GAMES ? `${all} (${values.map(text).join(', ')})` : `${all} ${between(interval(values), text)}`
}

/** Mean of all values, with the interval of Student over groups, which are independent of each other; of few there is none. */
export function groupedText(
  values: readonly number[],
  groups: readonly number[],
  text = (value: number) => decimals(value, 1),
  fewest = FEWEST_GAMES / 2,
): string {
  const all = text(mean([...values]))
  return groups.length < fewest ? all : `${all} ${between(tInterval(groups), text)}`
}

/** A share with its 95 % interval (Wilson's), or the counts if they are few. */
export function shareText(count: number, of: number): string {
  return of < FEWEST_GAMES ? `${count} of ${of}` : `${percent(count / of)} ${percents(wilsonInterval(count, of))}`
}

/** The number of games played, with the planned number if some are missing. */
export function gamesText(games: readonly unknown[], planned: number): string {
  return games.length < planned ? `${whole(games.length)} of ${whole(planned)}` : whole(games.length)
}

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
