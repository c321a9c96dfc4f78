/** An outline as text, for `lab tree` and for copying from the page. */
import { numberText } from '../numberText'
import { finish, type Sliced } from '../sliced'
import type { NodeKind } from '../trace/format'
import { parseKey } from './key'
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
export function valuesText({ value, values = [value!] }: Pick<TreeRow, 'value' | 'values'>): string {
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
