/** An outline as text: what `lab tree` prints, and what the page copies. */
import type { Move } from '../../games/twenty48/board'
import { face } from '../../games/twenty48/board'
import { finish, type Sliced } from '../../sliced'
import type { NodeKind } from '../trace/format'
import type { TreeEdge, TreeRow } from './views'

export const GLYPHS: Readonly<Record<NodeKind, string>> = { max: '△', chance: '○', min: '▽', leaf: '▪' }
const ARROWS: Readonly<Record<Move, string>> = { up: '↑', down: '↓', left: '←', right: '→' }
const SIDE = 4
/** Rows between two pauses. */
const SLICE = 200
/** Made once: a list of thousands has one in each row. */
const GROUPED = new Intl.NumberFormat('en-US')

/** `←`, `4 @ r2c3`. */
export function edgeText(edge: TreeEdge): string {
  if ('move' in edge) return ARROWS[edge.move]
  const { cell, rank } = edge.spawn
  return `${face(rank)} @ r${Math.floor(cell / SIDE) + 1}c${(cell % SIDE) + 1}`
}

/** A line a row. `more`: rows that there are beyond these. */
export function outlineText(rows: readonly TreeRow[], more: number): string {
  return finish(writeOutline(rows, more))
}

/** As `outlineText`: of some ten thousand rows. */
export function* writeOutline(rows: readonly TreeRow[], more: number): Sliced<string> {
  const heads = rows.map(row => `${'  '.repeat(row.level - 1)}${headOf(row)}`)
  const width = heads.reduce((widest, head) => Math.max(widest, head.length), 0)
  const lines: string[] = []
  for (const [i, row] of rows.entries()) {
    lines.push(`${heads[i]!.padEnd(width)}  ${numbersOf(row)}`.trimEnd())
    if (lines.length % SLICE === 0) yield lines.length / rows.length
  }
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
    row.nodes > 0 ? `${GROUPED.format(row.nodes)} slides` : '',
    row.flags.join(', '),
  ]
    .filter(text => text !== '')
    .join('  ')
}

/** Seven digits, without a tail of zeros. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(7)))
}
