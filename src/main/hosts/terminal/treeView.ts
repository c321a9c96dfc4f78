/** A recorded tree on standard output. */
import { makePosition } from '../../../core/games/twenty48/notation'
import type { Trace } from '../../../core/search/trace/trace'
import { Outline } from '../../../core/search/tree/outline'
import { outlineSvg } from '../../../core/search/tree/outlineSvg'
import { outlineText } from '../../../core/search/tree/outlineText'
import { RecordedTree } from '../../../core/search/tree/recordedTree'
import { fullRows } from '../../../core/search/tree/rows'
import { treeJson } from '../../../core/search/tree/treeJson'
import { indented } from './layout'
import { duration, whole } from './numbers'
import { print, printPieces } from './output'
import type { Style } from './style'

export type TreeForm = 'text' | 'json' | 'svg'

const PEOPLE_LEVELS = 2
const ALL_LEVELS = 1000
/** Rows of a picture, which no program draws any higher, and of a listing. */
const MOST_ROWS = { svg: 2_000, text: 100_000 } as const

export async function printTree(
  trace: Trace,
  form: TreeForm,
  levels: number | undefined,
  ms: number | undefined,
  style: Style,
): Promise<void> {
  const tree = new RecordedTree(trace)
  if (form === 'json') return printPieces(treeJson(tree, 0, levels ?? ALL_LEVELS))
  const outline = new Outline(tree)
  outline.fold(0, levels ?? PEOPLE_LEVELS)
  const rows = fullRows(tree, outline, outline.rows(0, MOST_ROWS[form]))
  const more = outline.total - rows.length
  const { root, depth, nodes } = trace.head
  if (form === 'svg') return printPieces([outlineSvg(rows, more, `${makePosition(root.board)}, depth ${depth}`).trimEnd()])
  const lines = [
    '',
    `${style.bold(makePosition(root.board))}  depth ${depth}, ${whole(trace.entries)} nodes, ${whole(nodes)} slides tried${ms === undefined ? '' : `, ${duration(ms)}`}`,
    '',
  ]
  await print(indented(lines).join('\n'))
  await print(indented(outlineText(rows, more).trimEnd().split('\n')).join('\n'))
}
