/** An outline as text: what `lab tree` prints, and what the page copies. */
import { numberText } from '../numberText'
import { finish, type Sliced } from '../sliced'
import type { NodeKind } from '../trace/format'
import { parseKey } from './key'
import type { RecordedTree } from './recordedTree'
import { boundSign, searchWords } from './searchWords'
import type { TreeRow } from './views'

export const GLYPHS: Readonly<Record<NodeKind, string>> = { max: '△', chance: '○', min: '▽', leaf: '▪', agent: '◇' }
/** Rows between two pauses. */
const SLICE = 200

/** A line a row. `more`: rows that there are beyond these. */
export function outlineText(tree: RecordedTree, rows: readonly TreeRow[], more: number): string {
  return finish(writeOutline(tree, rows, more))
}

/** As `outlineText`: of some ten thousand rows. */
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

/** Sign, edge, a star where an agent takes this action, and "=" where it is worth as much as that but for rounding. */
function headOf({ kind, edge, best, tie }: TreeRow): string {
  return `${GLYPHS[kind]} ${edge?.words ?? 'root'}${best ? ' *' : tie ? ' =' : ''}`
}

function numbersOf(tree: RecordedTree, row: TreeRow): string {
  const { node } = parseKey(tree.trace, row.key)
  const sign = row.derived ? '' : boundSign(tree, node)
  const worth = row.bonus === undefined ? 0 : tree.worth(node)!
  return [
    (row.value === null ? '–' : sign + (row.values ?? [row.value]).map(value => numberText(value, 'value')).join(' ')).padStart(
      13,
    ),
    row.visits ? `${numberText(row.visits, 'integer')} ${row.visits === 1 ? 'visit' : 'visits'}` : '',
    row.bonus === undefined ? '' : `UCB1 ${numberText(worth + row.bonus, 'value')}`,
    row.points > 0 ? `+${row.points} points` : '',
    row.contribution === undefined ? '' : `p ${numberText(row.chance, 'value')}`,
    row.nodes > 0 ? `${numberText(row.nodes, 'integer')} ${tree.game.names.effort(row.nodes)}` : '',
    row.derived ? '' : searchWords(tree, node).join(', '),
  ]
    .filter(text => text !== '')
    .join('  ')
}
