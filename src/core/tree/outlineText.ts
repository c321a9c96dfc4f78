/** An outline as text: what `lab tree` prints, and what the page copies. */
import { numberText } from '../numberText'
import { finish, type Sliced } from '../sliced'
import type { NodeKind } from '../trace/format'
import type { TreeRow } from './views'

export const GLYPHS: Readonly<Record<NodeKind, string>> = { max: '△', chance: '○', min: '▽', leaf: '▪' }
/** Rows between two pauses. */
const SLICE = 200

/** A line a row. `more`: rows that there are beyond these; `effort`: what people call the search's nodes. */
export function outlineText(rows: readonly TreeRow[], more: number, effort: string): string {
  return finish(writeOutline(rows, more, effort))
}

/** As `outlineText`: of some ten thousand rows. */
export function* writeOutline(rows: readonly TreeRow[], more: number, effort: string): Sliced<string> {
  const heads = rows.map(row => `${'  '.repeat(row.level - 1)}${headOf(row)}`)
  const width = heads.reduce((widest, head) => Math.max(widest, head.length), 0)
  const lines: string[] = []
  for (const [i, row] of rows.entries()) {
    lines.push(`${heads[i]!.padEnd(width)}  ${numbersOf(row, effort)}`.trimEnd())
    if (lines.length % SLICE === 0) yield lines.length / rows.length
  }
  if (more > 0) lines.push(`… ${more} more`)
  return lines.join('\n') + '\n'
}

/** Sign, edge, a star where an agent takes this action, and "=" where it is worth as much as that but for rounding. */
function headOf({ kind, edge, best, tie }: TreeRow): string {
  return `${GLYPHS[kind]} ${edge?.words ?? 'root'}${best ? ' *' : tie ? ' =' : ''}`
}

function numbersOf(row: TreeRow, effort: string): string {
  return [
    (row.value === null ? '–' : numberText(row.value, 'value')).padStart(13),
    row.points > 0 ? `+${row.points} points` : '',
    row.contribution === undefined ? '' : `p ${numberText(row.chance, 'value')}`,
    row.nodes > 0 ? `${numberText(row.nodes, 'integer')} ${effort}` : '',
    row.flags.join(', '),
  ]
    .filter(text => text !== '')
    .join('  ')
}
