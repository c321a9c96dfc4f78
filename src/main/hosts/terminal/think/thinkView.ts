/** What a search found, for people and for programs. */
import type { EdgeId, Game, Values } from '../../../../core/games/game'
import { differenceToBest } from '../../../../core/rounding'
import type { Report, RootLine } from '../../../../core/search/report'
import { columns } from '../output/layout'
import { duration, measured, short, whole } from '../output/numbers'
import type { Style } from '../output/style'

/** The first player's, or where there are more than two, a list of each one's. */
type Value = number | Values

interface LineAnswer extends Pick<RootLine, 'bound' | 'depth' | 'visits' | 'bonus'> {
  readonly value: Value
}

interface ThinkAnswer {
  readonly game: string
  readonly position: string
  readonly searcher: string
  /** `null` where no agent acts. */
  readonly best: string | null
  /** `null` when nothing was searched, or nothing finished. */
  readonly value: Value | null
  readonly values: Readonly<Record<string, LineAnswer>>
  readonly depth: number
  readonly nodes: number
  readonly leaves: number
  readonly evaluations: number
  readonly cutoffs: number
  readonly hits: number
  readonly ms: number
  readonly pv: readonly string[]
  readonly stopped: Report['stopped']
}

export function thinkAnswer<State>(game: Game<State>, root: State, searcher: string, report: Report, ms: number): ThinkAnswer {
  const { nodes, leaves, evaluations, cutoffs, hits } = report.effort
  return {
    game: game.id,
    position: game.format(root),
    searcher,
    best: report.best === undefined ? null : game.words(root, report.best),
    value: report.values === undefined ? null : shownValue(report.values),
    values: Object.fromEntries(
      report.lines.map(({ action, values, bound, depth, visits, bonus }) => [
        game.words(root, action),
        {
          value: shownValue(values),
          bound,
          depth,
          ...(visits !== undefined && { visits }),
          ...(bonus !== undefined && { bonus }),
        },
      ]),
    ),
    depth: report.depth,
    nodes,
    leaves,
    evaluations,
    cutoffs,
    hits,
    ms: Number(ms.toFixed(3)),
    pv: wordsAlong(game, root, variationOf(report)),
    stopped: report.stopped,
  }
}

export function thinkView<State>(game: Game<State>, root: State, report: Report, ms: number, style: Style): string[] {
  const { best, values, lines, depth, effort, stopped } = report
  const move = best === undefined ? (stopped === 'over' ? 'the game is over' : 'nobody chooses here') : game.words(root, best)
  const bestLine = lines.find(({ action }) => action === best)
  const head = lines.some(({ visits }) => visits !== undefined) ? ['move', 'visits', 'mean', 'bonus'] : undefined
  const rows = lines.map(line => [
    game.words(root, line.action),
    ...(head
      ? [whole(line.visits!), text(line.values), line.bonus === undefined ? '' : measured(line.bonus)]
      : [SIGNS[line.bound] + text(line.values), line === bestLine || bestLine === undefined ? '' : difference(line, bestLine)]),
  ])
  const speed = ms > 0 ? ` · ${short((effort.nodes / ms) * 1000)}/s` : ''
  return [
    `best   ${style.good(move)}${values === undefined ? '' : `  ${text(values)}`}`,
    '',
    ...columns(head ? [head.map(style.dim), ...rows] : rows, ['left', 'right', 'right', 'right']).map((line, i) =>
      lines[head ? i - 1 : i] === bestLine ? style.good(line) : line,
    ),
    ...(rows.length > 0 ? [''] : []),
    `${style.dim('depth')}  ${depth}${ENDS[stopped]}`,
    `${style.dim('nodes')}  ${whole(effort.nodes)}, ${whole(effort.leaves)} leaves, ${whole(effort.cutoffs)} cuts${speed}`,
    ...(effort.probes > 0 ? [`${style.dim('table')}  ${whole(effort.hits)} hits`] : []),
    `${style.dim('time')}   ${duration(ms)}`,
    `${style.dim('line')}   ${wordsAlong(game, root, variationOf(report)).join(' ')}`,
  ]
}

/** Before a value that is a bound. */
const SIGNS: Readonly<Record<RootLine['bound'], string>> = { exact: '', upper: '≤ ', lower: '≥ ', estimate: '≈ ' }

const ENDS: Readonly<Record<Report['stopped'], string>> = {
  limit: '',
  complete: ', to the end of every line',
  proven: ', and nothing better is to be found',
  request: ', stopped',
  over: '',
  book: ', from the book',
}

function shownValue(values: Values): Value {
  return values.length <= 2 ? values[0]! : values
}

function text(values: Values): string {
  const shown = shownValue(values)
  return typeof shown === 'number' ? measured(shown) : `(${shown.map(measured).join(', ')})`
}

/** To the best; "=" for a value that is equal but for rounding. */
function difference({ values, bound, depth }: RootLine, best: RootLine): string {
  if (bound !== 'exact' || depth !== best.depth || values.length > 2) return ''
  const loss = differenceToBest(values[0]!, best.values[0]!)
  return loss === 0 ? '=' : measured(loss)
}

function variationOf({ lines, best }: Report): readonly EdgeId[] {
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
