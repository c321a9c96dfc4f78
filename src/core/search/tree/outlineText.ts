/** An outline as text: what `lab tree` prints, and what the page copies. */
import type { Move } from '../../games/twenty48/board'
import { face } from '../../games/twenty48/board'
import type { NodeKind } from '../trace/format'
import type { TreeEdge, TreeRow } from './views'

export const GLYPHS: Readonly<Record<NodeKind, string>> = { max: '△', chance: '○', min: '▽', leaf: '▪' }
const ARROWS: Readonly<Record<Move, string>> = { up: '↑', down: '↓', left: '←', right: '→' }
const SIDE = 4

/** `←`, `4 @ r2c3`. */
export function edgeText(edge: TreeEdge): string {
  if ('move' in edge) return ARROWS[edge.move]
  const { cell, rank } = edge.spawn
  return `${face(rank)} @ r${Math.floor(cell / SIDE) + 1}c${(cell % SIDE) + 1}`
}

/** A line a row. `more`: rows that there are beyond these. */
export function outlineText(rows: readonly TreeRow[], more: number): string {
  const heads = rows.map(row => `${'  '.repeat(row.level - 1)}${headOf(row)}`)
  const width = Math.max(...heads.map(head => head.length))
  const lines = rows.map((row, i) => `${heads[i]!.padEnd(width)}  ${numbersOf(row)}`.trimEnd())
  if (more > 0) lines.push(`… ${more} more`)
  return lines.join('\n') + '\n'
}

/** Sign, edge, and a star where a player takes this slide. */
function headOf({ kind, edge, best }: TreeRow): string {
  return `${GLYPHS[kind]} ${edge ? edgeText(edge) : 'root'}${best ? ' *' : ''}`
}

function numbersOf(row: TreeRow): string {
  return [
    (row.value === null ? '–' : shortNumber(row.value)).padStart(13),
    row.points > 0 ? `+${row.points} points` : '',
    row.contribution === undefined ? '' : `p ${shortNumber(row.chance)}`,
    row.nodes > 0 ? `${row.nodes.toLocaleString('en-US')} slides` : '',
    row.flags.join(', '),
  ]
    .filter(text => text !== '')
    .join('  ')
}

/** Seven digits, without a tail of zeros. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(7)))
}
