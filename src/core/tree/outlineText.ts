/** An outline as text, for `lab tree` and for copying from the page. */
import { numberText } from '../numberText'
import { finish, type Sliced } from '../sliced'
import type { NodeKind } from '../trace/format'
import { parseKey } from './views'
import type { RecordedTree } from './recordedTree'
import { boundSign, searchWords } from './searchWords'
import type { TreeRow } from './views'

export const GLYPHS: Readonly<Record<NodeKind, string>> = { max: '△', chance: '○', min: '▽', leaf: '▪', agent: '◇' }

/** The sign of a node; for an agent with its own value, with the agent's number: `◇₂`. */
export function glyphOf({ kind, agent }: Pick<TreeRow, 'kind' | 'agent'>): string {
  return agent === undefined ? GLYPHS[kind] : `${GLYPHS[kind]}${subscript(agent + 1)}`
}

function subscript(number: number): string {
  return String(number).replace(/\d/g, digit => String.fromCodePoint('₀'.codePointAt(0)! + Number(digit)))
}

/** Rows between two pauses. */
const SLICE = 200

/** One line per row. `more`: number of further rows. */
export function outlineText(tree: RecordedTree, rows: readonly TreeRow[], more: number): string {
  return finish(writeOutline(tree, rows, more))
}

/** Like `outlineText`, in slices, for tens of thousands of rows. */
export function* writeOutline(tree: RecordedTree, rows: readonly TreeRow[], more: number): Sliced<string> {
  const heads = rows.map(row => `${'  '.repeat(row.level - 1)}${headOf(row)}`)
  const width = heads.reduce((widest, head) => Math.max(widest, head.length), 0)
  const lines: string[] = []
  for (const [i, row] of rows.entries()) {
    lines.push(`${heads[i]!.padEnd(width)}  ${numbersOf(tree, row)}`.trimEnd())
    if (lines.length % SLICE === 0) yield lines.length / rows.length
  }
  if (more > 0) lines.push(`… ${more} more`)
  return lines.join('\n') + '\n'
}

/** Sign, edge, then a star on the agent's action, or "=" on one of equal value but for rounding. */
function headOf(row: TreeRow): string {
  const { edge, best, tie } = row
  return `${glyphOf(row)} ${edge?.words ?? 'root'}${best ? ' *' : tie ? ' =' : ''}`
}

/** The values of a finished node, one for each agent if the searcher has them. */
function valuesText({ value, values = [value!] }: Pick<TreeRow, 'value' | 'values'>): string {
  return values.map(each => numberText(each, 'value')).join(' ')
}

function numbersOf(tree: RecordedTree, row: TreeRow): string {
  const { node } = parseKey(tree.trace, row.key)
  const sign = row.derived ? '' : boundSign(tree, node)
  const worth = row.bonus === undefined ? 0 : tree.worth(node)!
  return [
    (row.value === null ? '–' : sign + valuesText(row)).padStart(13),
    row.visits ? `${numberText(row.visits, 'integer')} ${row.visits === 1 ? 'visit' : 'visits'}` : '',
    row.bonus === undefined
      ? ''
      : `UCB1 ${numberText(worth, 'value')} + ${numberText(row.bonus, 'value')} = ${numberText(worth + row.bonus, 'value')}`,
    row.points > 0 ? `+${row.points} points` : '',
    row.contribution === undefined ? '' : `p ${numberText(row.chance, 'value')}`,
    row.nodes > 0 ? `${numberText(row.nodes, 'integer')} ${tree.game.names.effort(row.nodes)}` : '',
    row.derived ? '' : searchWords(tree, node).join(', '),
  ]
    .filter(text => text !== '')
    .join('  ')
}

const ROW = 22
const INDENT = 18
const MARGIN = 12
/** Columns to the right of the outline: value, difference to the best, probability, size of the search, flags. */
const COLUMNS = { value: 110, difference: 90, chance: 80, nodes: 110, flags: 360 } as const

const STYLE =
  "text{font:13px 'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#1d1f23}.s{fill:#585c66}.b{font-weight:bold}" +
  '.r{text-anchor:end}line{stroke:#dedfda}'

/** @param title heading above the rows; `more`: number of further rows */
export function outlineSvg(tree: RecordedTree, rows: readonly TreeRow[], more: number, title: string): string {
  const deepest = Math.max(...rows.map(({ level }) => level))
  const left = MARGIN + deepest * INDENT + 110
  const width = left + COLUMNS.value + COLUMNS.difference + COLUMNS.chance + COLUMNS.nodes + COLUMNS.flags + MARGIN
  const height = MARGIN * 2 + ROW * (rows.length + 2 + (more > 0 ? 1 : 0))
  const body = rows.map((row, i) => rowSvg(tree, row, MARGIN + ROW * (i + 2), left))
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escape(title)}</title><style>${STYLE}</style><rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(MARGIN, MARGIN + ROW, title, 'b'),
    ...body,
    ...(more > 0 ? [text(MARGIN, MARGIN + ROW * (rows.length + 2), `… ${more} more`, 's')] : []),
    '</svg>',
  ]
  return parts.join('\n') + '\n'
}

function rowSvg(tree: RecordedTree, row: TreeRow, y: number, left: number): string {
  const x = MARGIN + (row.level - 1) * INDENT
  const base = y + ROW * 0.7
  const { node } = parseKey(tree.trace, row.key)
  const sign = row.derived ? '' : boundSign(tree, node)
  const words = row.derived ? [] : searchWords(tree, node)
  let at = left + COLUMNS.value
  const parts = [
    text(x, base, `${glyphOf(row)} ${row.edge?.words ?? 'root'}${row.tie ? ' =' : ''}`, row.best ? 'b' : ''),
    text(at - 10, base, row.value === null ? '–' : sign + valuesText(row), `r${row.best ? ' b' : ''}`),
  ]
  at += COLUMNS.difference
  if (row.difference) parts.push(text(at - 10, base, numberText(row.difference, 'loss'), 'r s'))
  at += COLUMNS.chance
  if (row.contribution !== undefined) parts.push(text(at - 10, base, `p ${numberText(row.chance, 'threeDigits')}`, 'r s'))
  at += COLUMNS.nodes
  if (row.nodes > 0) parts.push(text(at - 10, base, numberText(row.nodes, 'integer'), 'r'))
  if (words.length > 0) parts.push(text(at + 10, base, words.join(', '), 's'))
  return parts.join('')
}

function text(x: number, y: number, content: string, classes: string): string {
  return `<text x="${x}" y="${y.toFixed(1)}"${classes.trim() ? ` class="${classes.trim()}"` : ''}>${escape(content)}</text>`
}

function escape(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
