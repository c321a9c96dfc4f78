/**
 * Pages of results: prose by hand around marks. Tables are filled in below `<!-- table: NAME -->`, the origin of the results below
 * `<!-- made -->`; a figure in a sentence stands between `<!-- figure: TABLE | ROW | HEAD -->` and `<!-- -->`, and is compared with its
 * cell.
 */
import type { Study } from '../../../core/contract/files'
import { legibleLine, legibleNotes } from '../../../core/contract/texts'
import { quoted } from '../../../core/quoted'
import { type Sources, type Table, decimals, markdown } from './text'
import { tableNames, tableOf } from './tables'

const GENERATED = '<!-- made -->'
const TABLE_MARK = /^<!-- table: (.+) -->\n(?:\|.*\n)*/gm
const GENERATED_MARK = /^<!-- made -->\n(?:.+\n)*/gm
const FIGURE = /<!-- figure: (.+?) -->(.*?)<!-- -->/gs

/** True for a page that has a place for results. */
export function isPage(text: string): boolean {
  return text.includes(GENERATED) || text.search(TABLE_MARK) >= 0
}

/** A page for a study that has none. */
export function newPage({ title, source }: Study, { rows }: Pick<Sources, 'rows'>): string {
  const tables = tableNames(rows).map(name => `## ${name}\n\n<!-- table: ${name} -->`)
  return `${[`# ${legibleLine(title)}`, legibleNotes(source), GENERATED, ...tables].join('\n\n')}\n`
}

/** The page with its tables and its origin anew; prose stays. @throws {LabError} `BAD_SETTING` for a mark of a table that there is not */
export function filledPage(text: string, sources: Sources): string {
  return text
    .replaceAll(TABLE_MARK, (_, name: string) => `<!-- table: ${name} -->\n${markdown(tableOf(sources, name))}\n`)
    .replaceAll(GENERATED_MARK, () => `${GENERATED}\n${sourcesText(sources)}\n`)
}

/** A line for each figure in a sentence that is not that of the rows. @throws {LabError} `BAD_SETTING` for a mark of no table */
export function wrongFigures(text: string, sources: Sources): string[] {
  const tables = new Map<string, Table>()
  const table = (name: string): Table => {
    const known = tables.get(name) ?? tableOf(sources, name)
    tables.set(name, known)
    return known
  }
  return [...text.matchAll(FIGURE)].flatMap(([, reference = '', figure = '']) => {
    const found = figureOf(reference, table)
    return found === figure || found.startsWith(`${figure} `) ? [] : [`${reference}: ${quoted(figure)} is ${quoted(found)}`]
  })
}

/**
 * `TABLE | ROW | HEAD`: a cell. `sum`, `min` or `max` before the table: of the leading numbers of several rows. `ahead` or `behind`: the
 * number of rows whose first player clearly has more or less than half of the points; `rows`: the number of rows. `*` in a row's name
 * stands for any characters.
 */
function figureOf(reference: string, tableOf: (name: string) => Table): string {
  const [first = '', row = '*', head = ''] = reference.split(' | ')
  const [, how, name = ''] = /^(?:(sum|min|max|ahead|behind|rows) )?(.+)$/.exec(first)!
  const table = tableOf(name)
  const pattern = new RegExp(`^${row.split('*').map(escaped).join('.*')}$`)
  const rows = table.rows.filter(({ key }) => pattern.test(key))
  if (how === 'rows') return String(rows.length)
  if (how === 'ahead' || how === 'behind') return String(rows.filter(({ verdict }) => verdict === how).length)
  const cells = rows.map(({ cells }) => cells[columnOf(table, head)] ?? '')
  if (!how) return cells.length === 1 ? cells[0]! : `${cells.length} rows`
  const texts = cells.toSorted((a, b) => leading(a) - leading(b))
  if (how === 'sum') return String(cells.reduce((sum, cell) => sum + leading(cell), 0))
  return (how === 'min' ? texts[0] : texts.at(-1)) ?? 'no row'
}

function columnOf({ head }: Table, name: string): number {
  return head.indexOf(name)
}

/** The first number of a cell. */
export function leading(cell: string): number {
  return Number.parseFloat(cell.replaceAll(',', '').replace('−', '-'))
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** The lab, machines and days of the results. */
function sourcesText({ results: { heads }, words }: Sources): string {
  if (heads.length === 0) return 'Nothing is played yet.'
  const kernels = [...new Set(heads.map(({ kernel }) => kernel))].join(' and ')
  const machines = [...new Set(heads.map(({ machine }) => machine))].join('; ')
  const [first, last] = [heads[0]!, heads.at(-1)!].map(({ at }) => at.slice(0, 10))
  const days = first === last ? `on ${first}` : `from ${first} to ${last}`
  const loads = heads.flatMap(({ load }) => (load === undefined ? [] : [decimals(load, 1)]))
  return [
    `Made by \`lab reproduce ${words}\` with 2048 Lab ${heads[0]!.lab}, kernel ${kernels}, generator ${heads[0]!.generator}, ${days},`,
    `on ${machines}. Each result is a line of the file beside this page.`,
    ...(loads.length > 0 ? [`Load average of the machine in the minute before the start: ${loads.join(', then ')}.`] : []),
  ].join('\n')
}
