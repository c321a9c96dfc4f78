/** A recorded tree on standard output. */
import { makePosition } from '../../../../core/games/twenty48/notation'
import { boardRoot } from '../../../../core/games/twenty48/tree/head'
import { fixedDecimals, numberText } from '../../../../core/numberText'
import type { Trace } from '../../../../core/trace/trace'
import { levelStatistics } from '../../../../core/tree/levels'
import { Outline } from '../../../../core/tree/outline'
import { outlineSvg } from '../../../../core/tree/outlineSvg'
import { GLYPHS, outlineText } from '../../../../core/tree/outlineText'
import { RecordedTree } from '../../../../core/tree/recordedTree'
import { fullRows } from '../../../../core/tree/rows'
import { treeJson } from '../../../../core/tree/treeJson'
import { columns, indented } from '../output/layout'
import { duration, whole } from '../output/numbers'
import { print, printPieces } from '../output/output'
import type { Style } from '../output/style'

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
  const { depth, nodes } = trace.head
  const root = boardRoot(trace.head)
  if (form === 'svg') return printPieces([outlineSvg(rows, more, `${makePosition(root.board)}, depth ${depth}`).trimEnd()])
  const lines = [
    '',
    `${style.bold(makePosition(root.board))}  depth ${depth}, ${whole(trace.entries)} nodes, ${whole(nodes)} slides tried${ms === undefined ? '' : `, ${duration(ms)}`}`,
    '',
  ]
  await print(indented(lines).join('\n'))
  await print(indented(outlineText(rows, more).trimEnd().split('\n')).join('\n'))
  await print(indented(['', ...levelLines(trace, style)]).join('\n'))
}

const LEVEL_COLUMNS = ['level', 'nodes', 'children', 'hits', 'cuts', 'no slide', 'not recorded', 'time'] as const

/** A row a level; a time is that of its nodes, those below not counted. */
function levelLines(trace: Trace, style: Style): string[] {
  const some = (count: number) => (count === 0 ? '' : whole(count))
  const rows = levelStatistics(trace).map(
    ({ level, kind, entries, expanded, branching, hits, probabilityCuts, windowCuts, terminals, notRecorded, ms }) => [
      `${level} ${kind === 'mixed' ? '' : GLYPHS[kind]}`.trimEnd(),
      whole(entries),
      expanded === 0 ? '' : numberText(branching, fixedDecimals(1)),
      some(hits),
      some(probabilityCuts + windowCuts),
      some(terminals),
      some(notRecorded),
      ms === null ? '–' : duration(ms),
    ],
  )
  const [head, ...lines] = columns([LEVEL_COLUMNS, ...rows], ['left', ...LEVEL_COLUMNS.slice(1).map(() => 'right' as const)])
  return [style.dim(head!), ...lines]
}
