/** Draws an outline as a standalone SVG file, in colours for paper. */
import { numberText } from '../numberText'
import { glyphOf, valuesText } from './outlineText'
import { parseKey } from './key'
import type { RecordedTree } from './recordedTree'
import { boundSign, searchWords } from './searchWords'
import type { TreeRow } from './views'

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
