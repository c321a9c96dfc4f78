/** A recorded tree on standard output. */
import { openTree } from '../../../../core/games/trees'
import type { NetworkSource } from '../../../../core/games/twenty48/heuristics/networkEvaluator'
import { fixedDecimals, numberText } from '../../../../core/numberText'
import type { Trace } from '../../../../core/trace/trace'
import { levelStatistics } from '../../../../core/tree/levels'
import { Outline } from '../../../../core/tree/outline'
import { outlineSvg } from '../../../../core/tree/outlineSvg'
import { GLYPHS, outlineText } from '../../../../core/tree/outlineText'
import { fullRows } from '../../../../core/tree/rows'
import { treeJson } from '../../../../core/tree/treeJson'
import { indented, table } from '../output/layout'
import { duration, whole } from '../output/numbers'
import type { Style } from '../output/style'
import type { Terminal } from '../terminal'

export type TreeForm = 'text' | 'json' | 'svg'

const PEOPLE_LEVELS = 2
/** Columns by which the further lines of a wrapped row are indented more than its children. */
const ROW_HANG = 4
const ALL_LEVELS = 1000
/** Maximum number of rows of a picture, because programs draw none any higher, and of a listing. */
const MOST_ROWS = { svg: 2_000, text: 100_000 } as const

export async function printTree(
  terminal: Terminal,
  trace: Trace,
  form: TreeForm,
  { levels, ms, more: fields }: { readonly levels: number | undefined; readonly ms: number | undefined; readonly more: object },
  networks?: NetworkSource,
): Promise<void> {
  const { style } = terminal
  const tree = openTree(trace, networks)
  if (form === 'json') return terminal.printPieces(withFields(fields, treeJson(tree, 0, levels ?? ALL_LEVELS)))
  const outline = new Outline(tree)
  outline.fold(0, levels ?? PEOPLE_LEVELS)
  const rows = fullRows(tree, outline, outline.rows(0, MOST_ROWS[form]))
  const more = outline.total - rows.length
  const { depth, nodes } = trace.head
  const { names } = tree.game
  const title = tree.game.title(tree.game.root)
  if (form === 'svg') return terminal.printPieces([outlineSvg(tree, rows, more, `${title}, depth ${depth}`).trimEnd()])
  const lines = [
    '',
    `${style.bold(title)}  depth ${depth}, ${whole(trace.entries)} nodes, ${whole(nodes)} ${names.effort(nodes)} ${names.done}${ms === undefined ? '' : `, ${duration(ms)}`}`,
    '',
  ]
  await terminal.printLines(indented(lines))
  await terminal.printLines(indented(outlineText(tree, rows, more).trimEnd().split('\n')), ROW_HANG)
  await terminal.printLines(indented(['', ...levelLines(trace, names.end, style)]))
}

/** Adds fields in front of those of an object. */
function* withFields(fields: object, pieces: Iterable<string>): Generator<string, void, undefined> {
  const front = JSON.stringify(fields).slice(0, -1)
  let isFirst = front !== '{'
  for (const piece of pieces) {
    yield isFirst ? `${front},${piece.slice(1)}` : piece
    isFirst = false
  }
}

/** One row per level; a time is that of its nodes, without those below. */
function levelLines(trace: Trace, end: string, style: Style): string[] {
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
  const names = ['level', 'nodes', 'children', 'hits', 'cuts', end, 'not recorded', 'time']
  return table(names, rows, { align: 'l', style })
}
