/** The text output of a search. */
import { MOVES, type Move } from '../../../../core/games/twenty48/board'
import { makePosition, makeSpawn } from '../../../../core/games/twenty48/notation'
import { deepestSlides, type SearchReport } from '../../../../core/games/twenty48/search/report'
import { differenceToBest } from '../../../../core/rounding'
import { unreachable } from '../../../../core/errors'
import { drawBoard } from '../output/boardView'
import { beside, block, columns, roomOf } from '../output/layout'
import { duration, measured, short, whole } from '../output/numbers'
import { padEnd, type Style } from '../output/style'

const ARROWS: Readonly<Record<Move, string>> = { up: '↑', down: '↓', left: '←', right: '→' }

/** Steps of the principal variation that fit beside a board. */
const LINE_STEPS = 9

/** Board, values, effort and principal variation, as lines. */
export function reportView(report: SearchReport, ms: number, style: Style): string[] {
  const panel = [
    report.best ? `best  ${style.good(`${ARROWS[report.best]} ${report.best}`)}` : style.bold('the game is over'),
    '',
    ...valueLines(report, style),
    '',
    ...(report.best ? effortLines(report, ms, style) : []),
  ]
  return block(beside(drawBoard(report.board, style), panel, roomOf(style)))
}

/**
 * Moves from the best to the worst, each with its loss against the best. If an interrupted iteration finished some of them, those come
 * first, each move has its depth, and one of less depth no loss: values of two depths cannot be compared.
 */
export function valueLines({ values, depths, best }: Values, style: Style): string[] {
  const deepest = deepestSlides(depths)
  const isMixed = MOVES.some(move => depths[move] !== null && !deepest.includes(move))
  const rank = (move: Move) => (move === best ? Infinity : (values[move] ?? -Infinity))
  const ranked = MOVES.toSorted(
    (a, b) => (depths[b] ?? -1) - (depths[a] ?? -1) || rank(b) - rank(a) || 0, // −∞ minus −∞ gives no order
  )
  const rows = ranked.map(move => {
    const value = values[move]
    const isCompared = value !== null && best !== undefined && move !== best && deepest.includes(move)
    return [
      `${ARROWS[move]} ${move}`,
      value === null ? 'illegal' : measured(value),
      isCompared ? lossText(value, values[best]!) : '',
      isMixed && value !== null ? `depth ${depths[move]}` : '',
    ]
  })
  return columns(rows, ['left', 'right', 'right', 'left']).map((line, i) => {
    const move = ranked[i]!
    return move === best ? style.good(line) : values[move] === null ? style.dim(line) : line
  })
}

type Values = Pick<SearchReport, 'values' | 'depths' | 'best'>

/** Below the best; "=" for a value that is equal but for rounding. */
function lossText(value: number, best: number): string {
  const difference = differenceToBest(value, best)
  return difference === 0 ? '=' : measured(difference)
}

function effortLines(report: SearchReport, ms: number, style: Style): string[] {
  const { depth, nodes, hits, pv, pvNodes, pvMs } = report
  const speed = ms > 0 ? ` · ${short((nodes / ms) * 1000)}/s` : ''
  return [
    `${style.dim('depth')}  ${depth}${endOf(report)}`,
    `${style.dim('nodes')}  ${whole(nodes)}${speed}`,
    `${style.dim('table')}  ${whole(hits)} hits`,
    `${style.dim('time')}   ${duration(ms)}`,
    ...(pv.length > 1 || depth === 0 ? [`${style.dim('line')}   ${lineOf(pv)}`] : []),
    ...(pvNodes > 0 ? [style.dim(`       ${whole(pvNodes)} more nodes for it, ${duration(pvMs)}`)] : []),
  ]
}

/** One line, for a stream of positions. */
export function reportLine({ board, best, values, depths, depth, nodes }: SearchReport, ms: number): string {
  const value = best === undefined ? '' : measured(values[best]!)
  const move = best === undefined ? 'over' : `${ARROWS[best]} ${best}`
  const own = best === undefined || depths[best] === depth ? '' : `, of this move ${depths[best]}`
  return `${makePosition(board)}  ${padEnd(move, 7)}  ${value.padStart(12)}  depth ${depth}${own}  ${whole(nodes)} nodes  ${duration(ms)}`
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
