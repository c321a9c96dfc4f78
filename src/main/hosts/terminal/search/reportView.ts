/** The text output of a search. */
import type { OutlookView } from '../../../../core/contract/calls'
import { face, MOVES, type Move } from '../../../../core/games/twenty48/board'
import { makePosition, makeSpawn } from '../../../../core/games/twenty48/notation'
import { bestChance, deepestSlides, type ExpertReport, type SearchReport } from '../../../../core/games/twenty48/search/report'
import { differenceToBest } from '../../../../core/rounding'
import { unreachable } from '../../../../core/errors'
import { drawBoard } from '../output/boardView'
import { beside, block, columns, present, roomOf } from '../output/layout'
import { bare, chance, counted, duration, measured, percent, percentagePoints, short, whole } from '../output/numbers'
import { padEnd, type Style } from '../output/style'

const ARROWS: Readonly<Record<Move, string>> = { up: '↑', down: '↓', left: '←', right: '→' }

/** Steps of the principal variation that fit beside a board. */
const LINE_STEPS = 9

/** Board, values, effort and principal variation, as lines. */
export function reportView(report: SearchReport, ms: number, style: Style, scale: readonly string[] = []): string[] {
  const panel = [
    report.best ? `best  ${style.good(`${ARROWS[report.best]} ${report.best}`)}` : style.bold('the game is over'),
    '',
    ...(report.expert?.decides ? [style.dim(chanceOf(report.expert))] : []),
    ...valueLines(report, style),
    '',
    ...(scale.length > 0 ? [...scale, ''] : []),
    ...(report.best ? workLines(report, ms, style) : []),
  ]
  return block(beside(drawBoard(report.board, style), panel, roomOf(style)))
}

/**
 * Moves from the best to the worst, each with its loss against the best. If an interrupted iteration finished some of them, those come
 * first, each move has its depth, and one of less depth no loss: values of two depths cannot be compared.
 */
export function valueLines({ values, depths, cuts, best, expert }: Values, style: Style): string[] {
  const [text, gap] = expert?.decides ? [chance, percentagePoints] : [measured, measured]
  const deepest = deepestSlides(depths, cuts)
  const byCut = new Set(MOVES.map(move => cuts[move]).filter(cut => cut !== null)).size > 1
  const isMixed = MOVES.some(move => depths[move] !== null && !deepest.includes(move))
  const rank = (move: Move) => (move === best ? Infinity : (values[move] ?? -Infinity))
  const newness = (move: Move) => (values[move] === null ? -1 : Number(deepest.includes(move)))
  const ranked = MOVES.toSorted(
    (a, b) => newness(b) - newness(a) || rank(b) - rank(a) || 0, // −∞ minus −∞ gives no order
  )
  const rows = ranked.map(move => {
    const value = values[move]
    const isCompared = value !== null && best !== undefined && move !== best && deepest.includes(move)
    return [
      `${ARROWS[move]} ${move}`,
      value === null ? 'illegal' : text(value),
      isCompared ? lossText(value, values[best]!, gap) : '',
      isMixed && value !== null ? levelText({ depth: depths[move]!, cut: byCut ? cuts[move]! : undefined }) : '',
    ]
  })
  return columns(rows, 'lrrl').map((line, i) => {
    const move = ranked[i]!
    return move === best ? style.good(line) : values[move] === null ? style.dim(line) : line
  })
}

type Values = Pick<SearchReport, 'values' | 'depths' | 'cuts' | 'best' | 'expert'>

/** "depth 6, cut 0.003"; without a cut that is off. */
function levelText({ depth, cut = 0 }: { readonly depth: number; readonly cut?: number | undefined }): string {
  return `depth ${depth}${cut > 0 && depth > 0 ? `, cut ${cut}` : ''}`
}

/** What the move comes from: the depth and cut of the search, or the expert and its walls. */
export function deciderText({ expert, ...level }: Pick<SearchReport, 'depth' | 'cut' | 'expert'>): string {
  return expert?.decides ? `expert, ${counted(expert.walls, 'wall')}` : levelText(level)
}

/** Below the best; "=" for a value that is equal but for rounding. */
export function lossText(value: number, best: number, text: (value: number) => string): string {
  const difference = differenceToBest(value, best)
  return difference === 0 ? '=' : text(difference)
}

/** The chance of each of the next tiles, with its interval. */
export function outlookLines({ games, profile, depth, tiles }: OutlookView): string[] {
  const rows = tiles.map(({ rank, share, interval: [low, high] }) => [
    String(face(rank)),
    percent(share, games),
    `${whole(100 * low)} to ${whole(100 * high)} %`,
  ])
  return block([`How far from here: ${whole(games)} quick games by ${profile} at depth ${depth}`, ...columns(rows, 'rrr')])
}

/** What the values of a decision by the expert are. */
function chanceOf({ settings: { target } }: ExpertReport): string {
  return `chance to make the next ${face(target)}`
}

/** What the expert found, and why it decides or not. */
function expertText(expert: ExpertReport): string {
  const { decides, walls, settings } = expert
  const best = bestChance(expert)
  if (decides) return `${chance(best!)}, ${counted(walls, 'wall')}, ${counted(settings.layers, 'chance layer')}`
  if (best !== undefined && best < settings.below)
    return `its best chance ${chance(best)} is below ${bare(100 * settings.below)} %: the search decides`
  return 'stopped before its end: the search decides'
}

/** Who decides, with the chance of each move: for output that is not a search. */
export function expertLine(expert: ExpertReport): string {
  const chances = MOVES.flatMap(move => (expert.chances[move] === null ? [] : [`${move} ${chance(expert.chances[move])}`]))
  return `expert ${expert.decides ? 'decides' : 'asked'}: ${expertText(expert)}; ${chanceOf(expert)}: ${chances.join(', ')}`
}

interface Effort {
  /** Absent, as are the hits, where they say nothing. */
  readonly depth?: string | undefined
  readonly nodes: number
  readonly nodesText?: string
  readonly hits?: number | undefined
  readonly ms: number
}

/** Depth, nodes with their speed, hits of the table, and time: a line each. */
export function effortLines({ depth, nodes, nodesText = whole(nodes), hits, ms }: Effort, style: Style): string[] {
  const speed = ms > 0 ? ` · ${short((nodes / ms) * 1000)}/s` : ''
  return present([
    depth !== undefined && `${style.dim('depth')}  ${depth}`,
    `${style.dim('nodes')}  ${nodesText}${speed}`,
    hits !== undefined && `${style.dim('table')}  ${whole(hits)} hits`,
    `${style.dim('time')}   ${duration(ms)}`,
  ])
}

function workLines(report: SearchReport, ms: number, style: Style): string[] {
  const { depth, nodes, hits, pv, pvNodes, pvMs, expert } = report
  const searched = expert?.decides ? {} : { depth: levelText(report).slice('depth '.length) + endOf(report), hits }
  return present([
    expert && `${style.dim('expert')} ${expertText(expert)}`,
    ...effortLines({ nodes, ms, ...searched }, style),
    (pv.length > 1 || (depth === 0 && !expert?.decides)) && `${style.dim('line')}   ${lineOf(pv)}`,
    pvNodes > 0 && style.dim(`       ${whole(pvNodes)} more nodes for it, ${duration(pvMs)}`),
  ])
}

/** One line, for a stream of positions. */
export function reportLine(report: SearchReport, ms: number): string {
  const { board, best, values, depths, cuts, depth, cut, nodes, expert } = report
  const value = best === undefined ? '' : (expert?.decides ? chance : measured)(values[best]!)
  const move = best === undefined ? 'over' : `${ARROWS[best]} ${best}`
  const own =
    best === undefined || expert?.decides || (depths[best] === depth && cuts[best] === cut)
      ? ''
      : `, of this move ${levelText({ depth: depths[best]!, cut: cuts[best]! })}`
  return `${makePosition(board)}  ${padEnd(move, 7)}  ${value.padStart(12)}  ${deciderText(report)}${own}  ${whole(nodes)} nodes  ${duration(ms)}`
}

function lineOf(pv: SearchReport['pv']): string {
  const steps = pv.slice(0, LINE_STEPS).map(step => ('move' in step ? ARROWS[step.move] : makeSpawn(step.spawn)))
  return steps.join(' ') + (pv.length > LINE_STEPS ? ' …' : '')
}

function endOf({ stopped }: SearchReport): string {
  switch (stopped) {
    case 'complete':
      return ', to the end of every line'
    case 'request':
      return ', stopped'
    case 'limit':
    case 'game-over':
      return ''
    default:
      return unreachable(stopped)
  }
}
