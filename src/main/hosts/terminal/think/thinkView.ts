/** The result of a search, as text and as JSON. */
import type { EdgeId, Game, Values } from '../../../../core/game/game'
import type { Effort, Report, RootLine } from '../../../../core/search/report'
import { labelled, table } from '../output/layout'
import { counted, measured, whole } from '../output/numbers'
import type { Style } from '../output/style'
import { effortLines, lossText } from '../search/reportView'
import { KERNEL } from './kernelSearch'

/** The first player's value or, with more than two players, a list of each one's. */
type Value = number | Values

interface LineAnswer extends Pick<RootLine, 'bound' | 'depth' | 'visits' | 'bonus' | 'worlds' | 'error'> {
  readonly value: Value
}

interface ThinkAnswer extends Omit<Effort, 'probes'>, Pick<Report, 'depth' | 'stopped'> {
  readonly game: string
  readonly position: string
  readonly searcher: string
  /** `null` where no agent acts. */
  readonly best: string | null
  /** Present only if the search ended before it had a value for any move: `best` is then the first legal one. */
  readonly unsearched?: true
  /** `null` when nothing was searched, or nothing finished. */
  readonly value: Value | null
  readonly values: Readonly<Record<string, LineAnswer>>
  readonly ms: number
  readonly pv: readonly string[]
}

export function thinkAnswer<State>(game: Game<State>, root: State, searcher: string, report: Report, ms: number): ThinkAnswer {
  const { probes: _, ...effort } = report.effort
  return {
    game: game.id,
    position: game.format(root),
    searcher,
    best: report.best === undefined ? null : game.words(root, report.best),
    ...(isUnsearched(report) && { unsearched: true }),
    value: report.values === undefined ? null : answerValue(report.values),
    values: Object.fromEntries(
      report.lines.map(({ action, values, pv: _, ...line }) => [
        game.words(root, action),
        { ...line, value: answerValue(values) } satisfies LineAnswer,
      ]),
    ),
    depth: report.depth,
    ...effort,
    ms: Number(ms.toFixed(3)),
    pv: wordsAlong(game, root, variationOf(report)),
    stopped: report.stopped,
  }
}

/** True if the move has no search behind it: it is given so that there is one to play. */
function isUnsearched({ best, lines, stopped }: Report): boolean {
  return best !== undefined && lines.length === 0 && (stopped === 'limit' || stopped === 'request')
}

export function thinkView<State>(
  game: Game<State>,
  root: State,
  searcher: string,
  report: Report,
  ms: number,
  style: Style,
): string[] {
  const { best, values, lines, depth, effort, stopped } = report
  const move = best === undefined ? (stopped === 'over' ? 'the game is over' : 'no player chooses here') : game.words(root, best)
  const bestLine = lines.find(({ action }) => action === best)
  const head = HEADS.find(({ field }) => lines.some(line => line[field] !== undefined))
  const isMixed = !head && lines.some(line => line.depth !== lines[0]!.depth)
  const rows = lines.map(line => {
    const cells = [
      game.words(root, line.action),
      ...(head
        ? head.cells(line)
        : [SIGNS[line.bound] + text(line.values), line === bestLine || bestLine === undefined ? '' : difference(line, bestLine)]),
      ...(isMixed ? [`depth ${line.depth}`] : []),
    ]
    return line === bestLine ? cells.map(cell => (cell === '' ? cell : style.good(cell))) : cells
  })
  return [
    `best   ${style.good(move)}${values === undefined ? '' : `  ${bestLine ? boundSign(bestLine) : ''}${text(values)}`}${isUnsearched(report) ? '  the first legal move: no move was searched to a value' : ''}`,
    '',
    ...table(head?.names ?? ['', '', '', ...(isMixed ? [''] : [])], rows, { align: 'lrrr', room: style.columns, style }),
    ...(rows.length > 0 ? [''] : []),
    ...effortLines(
      {
        depth: `${depth}${stopped === 'complete' && lines.length === 0 ? NO_SEARCH : ENDS[stopped]}`,
        nodes: effort.nodes,
        nodesText: effortText(searcher, report),
        hits: effort.probes > 0 ? effort.hits : undefined,
        ms,
      },
      style,
    ),
    ...labelled(style.dim('line'), 5, wordsAlong(game, root, variationOf(report)).join(' '), style.columns),
  ]
}

/** Column heads of means, by their field. */
const HEADS = [
  {
    field: 'visits',
    names: ['move', 'visits', 'mean', 'bonus'],
    cells: ({ visits = 0, values, bonus }: RootLine) => [whole(visits), text(values), bonus === undefined ? '' : measured(bonus)],
  },
  {
    field: 'worlds',
    names: ['move', 'worlds', 'mean', 'error'],
    cells: ({ worlds = 0, values, error }: RootLine) => [
      whole(worlds),
      text(values),
      error === undefined ? '' : `± ${measured(error)}`,
    ],
  },
] as const

/** The searcher's count of its work. */
function effortText(searcher: string, { effort: { nodes, leaves, cutoffs } }: Report): string {
  if (searcher === KERNEL) return `${counted(nodes, 'move')} tried`
  return `${whole(nodes)}, ${whole(leaves)} leaves, ${whole(cutoffs)} cuts`
}

/** Before a value that is a bound. */
const SIGNS: Readonly<Record<RootLine['bound'], string>> = { exact: '', upper: '≤ ', lower: '≥ ', estimate: '≈ ' }

/** For the value of the move to play, which is a bound if the search was for a known value. */
function boundSign({ bound }: RootLine): string {
  return bound === 'estimate' ? '' : SIGNS[bound]
}

const ENDS: Readonly<Record<Report['stopped'], string>> = {
  limit: '',
  complete: ', to the end of every line',
  proven: ', and nothing better is to be found',
  request: ', stopped',
  over: '',
  book: ', from the book',
}

/** For `random`, which follows no line. */
const NO_SEARCH = ', no search'

function answerValue(values: Values): Value {
  return values.length <= 2 ? values[0]! : values
}

function text(values: Values): string {
  const value = answerValue(values)
  return typeof value === 'number' ? measured(value) : `(${value.map(measured).join(', ')})`
}

/** To the best; "=" for a value that is equal but for rounding. */
function difference({ values, bound, depth }: RootLine, best: RootLine): string {
  if (bound !== 'exact' || depth !== best.depth || values.length > 2) return ''
  return lossText(values[0]!, best.values[0]!, measured)
}

function variationOf(report: Report): readonly EdgeId[] {
  const { lines, best } = report
  if (isUnsearched(report)) return []
  return lines.find(({ action }) => action === best)?.pv ?? (best === undefined ? [] : [best])
}

function wordsAlong<State>(game: Game<State>, root: State, edges: readonly EdgeId[]): string[] {
  const words: string[] = []
  let state = root
  for (const edge of edges) {
    words.push(game.words(state, edge))
    const outcome = game.toAct(state) === 'chance' ? game.outcomes(state).find(each => each.edge === edge) : undefined
    state = outcome?.state ?? game.apply(state, edge).state
  }
  return words
}
